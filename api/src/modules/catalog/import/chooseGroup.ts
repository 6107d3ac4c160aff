import type { CategoryOrBrand } from '../productsImportRepository';
import { toSlug } from './toSlug';

/** A category or brand that a file names. */
interface Choice {
  /** Names of another shop, or a slug; the first that exists counts. */
  readonly names: readonly string[];
  /** For what has none that exists. */
  readonly fallback: string | undefined;
  /** Whether the first of the names is made if none exists. */
  readonly canCreate: boolean;
}

const isNamed = (group: CategoryOrBrand, name: string): boolean =>
  group.slug === name || group.slug === toSlug(name) || group.name.toLowerCase() === name.toLowerCase();

/** "wedding-rings" becomes "Wedding rings"; other names stay as they are. */
const toName = (name: string): string =>
  /^[a-z0-9-]+$/.test(name) ? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ') : name;

/** Chooses among the categories or brands of a storefront; returns undefined if there is nothing to choose. */
export const chooseGroup = (
  groups: readonly CategoryOrBrand[],
  store: CategoryOrBrand['store'],
  { names, fallback, canCreate }: Choice,
): { readonly group: CategoryOrBrand; readonly isNew: boolean } | undefined => {
  const own = groups.filter((group) => group.store === store);
  const find = (name: string) => own.find((group) => isNamed(group, name));
  const found = names.map(find).find((group) => group !== undefined);
  if (found) return { group: found, isNew: false };
  const [first] = names;
  if (canCreate && first !== undefined && toSlug(first) !== '')
    return { group: { store, slug: toSlug(first), name: toName(first) }, isNew: true };
  if (fallback === undefined) return undefined;
  const other = find(fallback);
  if (other) return { group: other, isNew: false };
  return canCreate ? { group: { store, slug: toSlug(fallback), name: toName(fallback) }, isNew: true } : undefined;
};
