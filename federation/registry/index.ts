export { Registry, RegistryError } from './Registry';
export { publishRelease, type ReleaseSource } from './publishRelease';
export type { CompositionFile, Release } from './release';
