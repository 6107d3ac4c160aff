import path from 'node:path';
import { storefronts, type StorefrontId } from '@shop/contracts/storefronts';

const ROOT = path.join(__dirname, '../../shared/src/storefronts');
/** Returns the folder with the icons of a storefront: `<id>.svg`, `<id>-180.png`, `<id>-share.jpg`, … */
export const findIconsFolder = (id: StorefrontId): string => path.join(ROOT, id, 'icons');

/** Builds a value for each storefront. */
export const mapStorefronts = <T>(build: (id: StorefrontId) => T): Readonly<Record<StorefrontId, T>> =>
  // the keys are those of the registry
  Object.fromEntries(Object.values(storefronts).map(({ id }) => [id, build(id)])) as Record<StorefrontId, T>;
