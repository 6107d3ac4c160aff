/**
 * The facets by which visitors filter listings, in display order. Price, rating and offers are not listed: they are
 * computed, and each has its own control. Adding a facet is adding a row: decision 0042.
 *
 * This file imports nothing, so that bundles can use it without the schema builder.
 */
interface FacetRow {
  /**
   * Lowercase words, joined by `_`. The name of the query parameter, of the field in products and counts, of the key in
   * `products.attributes`, and of the column in product files.
   */
  readonly id: string;
  /** Title of the filter group, and of the row in a product's information. */
  readonly label: string;
  /**
   * A `reference` is the slug of a row in another table, which has the name. An `attribute` is '', a slug, or several
   * slugs separated by spaces.
   */
  readonly kind: 'reference' | 'attribute';
  /** Labels of an attribute's values that cannot be derived from their slugs. */
  readonly valueLabels?: Readonly<Record<string, string>>;
  /** CSS colors of values: the filter shows them beside the names. */
  readonly swatches?: Readonly<Record<string, string>>;
  /** False if searches ignore its values: who searches for milk does not look for what is free from it. */
  readonly isSearched?: false;
  /** True if the filter group is closed until one of its values is chosen. */
  readonly isCollapsed?: boolean;
}

const FACET_ROWS = [
  { id: 'category', label: 'Category', kind: 'reference' },
  { id: 'brand', label: 'Brand', kind: 'reference', isCollapsed: true },
  { id: 'material', label: 'Material', kind: 'attribute' },
  { id: 'stone', label: 'Stone', kind: 'attribute' },
  {
    id: 'color',
    label: 'Color',
    kind: 'attribute',
    swatches: { black: '#222', blue: '#2c4f9e', rose: '#dba08f', white: '#e6e4df', yellow: '#d9b04c' },
  },
  { id: 'diet', label: 'Diet', kind: 'attribute' },
  { id: 'free_from', label: 'Free from', kind: 'attribute', isSearched: false },
] as const satisfies readonly FacetRow[];

type Rows = (typeof FACET_ROWS)[number];
export type FacetId = Rows['id'];
export type AttributeId = Extract<Rows, { kind: 'attribute' }>['id'];

export interface Facet extends FacetRow {
  readonly id: FacetId;
}
interface Attribute extends Facet {
  readonly id: AttributeId;
}

export const FACETS: readonly Facet[] = FACET_ROWS;
export const ATTRIBUTES: readonly Attribute[] = FACET_ROWS.filter((row) => row.kind === 'attribute');

/** Builds an object with one property per facet. */
export const mapFacets = <F extends Facet, T>(facets: readonly F[], build: (facet: F) => T): Record<F['id'], T> =>
  // Object.fromEntries does not infer the keys.
  Object.fromEntries(facets.map((facet) => [facet.id, build(facet)])) as Record<F['id'], T>;

/** Splits an attribute's value into its slugs. */
export const toSlugs = (value = ''): string[] => value.split(' ').filter(Boolean);

/** Returns the displayed text of a slug: "Silver stone" for `silver-stone` without a label of its own. */
export const toSlugLabel = ({ valueLabels = {} }: Pick<Facet, 'valueLabels'>, slug: string): string =>
  (Object.hasOwn(valueLabels, slug) ? valueLabels[slug] : undefined) ??
  slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');

/** Returns the displayed text of an attribute's value: "Vegan, Vegetarian". */
export const toValueLabel = (facet: Pick<Facet, 'valueLabels'>, value = ''): string =>
  toSlugs(value)
    .map((slug) => toSlugLabel(facet, slug))
    .join(', ');
