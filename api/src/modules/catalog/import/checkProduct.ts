import { RESERVED_PRODUCT_IDS } from '@shop/contracts';
import { storefronts, type StorefrontSlug } from '@shop/contracts/storefronts';
import type { CategoryOrBrand } from '../productsImportRepository';
import { hasFeature } from '../hasFeature';
import { formatDollars } from '../../../csv/dollars';
import type { ProductCells, ProductColumn } from './productCells';

/** Prefix of generated products, which `npm run seed -- --fresh` deletes. */
export const GENERATED_ID_PREFIX = 'gen-';

interface CheckContext {
  readonly isNew: boolean;
  readonly skuOwners: ReadonlyMap<string, string>;
}

/** Lists the categories or brands of a storefront for a message. */
export const describeChoices = (choices: readonly CategoryOrBrand[], store: StorefrontSlug): string => {
  const name = Object.values(storefronts).find(({ slug }) => slug === store)?.name ?? store;
  const names = choices.filter((choice) => choice.store === store).map((choice) => choice.name);
  return names.length === 0 ? `does not exist: ${name} has none yet` : `is not one of ${name}: ${names.join(', ')}`;
};

/** Checks rules that involve several columns or other products. */
export const checkProduct = (
  cells: ProductCells,
  { isNew, skuOwners }: CheckContext,
  report: (column: ProductColumn, message: string) => void,
): void => {
  const owner = skuOwners.get(cells.sku);
  if (owner !== undefined && owner !== cells.id) report('sku', `belongs to the product ${owner}`);
  if (isNew && cells.id.startsWith(GENERATED_ID_PREFIX))
    report('id', `must not begin with "${GENERATED_ID_PREFIX}", which is for generated products`);
  if (isNew && RESERVED_PRODUCT_IDS.includes(cells.id))
    report('id', `must not be "${cells.id}", which is an address of the back office`);
  if (cells.status === 'published')
    for (const column of ['short_description', 'description'] as const)
      if (cells[column] === '') report(column, 'is empty: nothing is published without it');
  if (cells.original_price !== null && cells.original_price <= cells.price)
    report('original_price', `must be above the price of ${formatDollars(cells.price)}`);
  if (cells.variants.length > 0) {
    const lowest = Math.min(...cells.variants.map(({ price_cents }) => price_cents));
    if (cells.price !== lowest) report('price', `must be that of the cheapest variant, ${formatDollars(lowest)}`);
    if (cells.stock !== null) report('stock', 'must be empty: the variants have the stock');
    if (cells.net_weight !== null) report('net_weight', 'must be empty: the variants have the weights');
    if (cells.variant_label === '') report('variant_label', 'must say what a variant is called, such as Ring size');
  }
  const urls = new Set(cells.images.map(({ url }) => url));
  for (const { id, image } of cells.variants)
    if (image !== null && !urls.has(image)) report('variants', `shows ${id} with ${image}, which is not in images`);
  const isWeighed = cells.net_weight !== null || cells.variants.some(({ measure }) => measure !== null);
  if (isWeighed && !hasFeature(cells.store, 'weight-options'))
    report(cells.net_weight ? 'net_weight' : 'variants', `has a weight; ${cells.store} does not sell by weight`);
};
