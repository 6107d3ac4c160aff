import type { AttributeId } from '@shop/contracts';

/** `products.attributes`: slugs by the ids of facets, without empty values. */
export type ProductAttributes = Readonly<Record<string, string>>;

/**
 * Builds the attributes of a product. Stored attributes that `values` does not have are kept: another release may know
 * facets that this one does not.
 */
export const buildAttributes = (
  values: Readonly<Partial<Record<AttributeId, string>>>,
  stored: ProductAttributes = {},
): ProductAttributes =>
  Object.fromEntries(Object.entries({ ...stored, ...values }).filter(([, value]) => value !== ''));
