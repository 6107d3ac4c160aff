export { Registry, RegistryError } from './Registry';
export { publishRelease, type ReleaseSource } from './publishRelease';
export { integrityOf, type CompositionFile, type Release } from './release';
