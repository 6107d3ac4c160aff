import { PRODUCT_CELLS } from '../productCells';
import type { ForeignFormat } from './ForeignFormat';
import type { ForeignProduct, ForeignReader, ForeignVariant } from './ForeignReader';
import type { ForeignRow } from './ForeignRow';
import { toLine, toPlainText } from './toPlainText';

const OPTIONS = [1, 2, 3];
/** The only value of the option of a product without options, which is called Title. */
const NO_OPTION = 'Default Title';

/** A product is active, a draft or archived; older exports say only whether it is published. */
const readStatus = (row: ForeignRow): 'published' | 'draft' | 'archived' => {
  const status = row.get('Status').toLowerCase();
  if (status === 'archived') return 'archived';
  const isShown = row.get('Published').toLowerCase() !== 'false';
  return isShown && (status === 'active' || status === '') ? 'published' : 'draft';
};

const readVariant = (reader: ForeignReader, product: ForeignProduct, row: ForeignRow): ForeignVariant | undefined => {
  const price = product.attempt(row, 'Variant Price', (text) => PRODUCT_CELLS.price.parse(text));
  const before = row.get('Variant Compare At Price');
  // 0 is what some apps write for none.
  const compared = /^[0.,]*$/.test(before)
    ? undefined
    : product.attempt(row, 'Variant Compare At Price', (text) => PRODUCT_CELLS.price.parse(text));
  const stock = reader.readStock(product, row, 'Variant Inventory Qty');
  if (stock === undefined) reader.noteUncounted(row, 'Variant Inventory Qty');
  if (price === undefined) return undefined;
  return {
    row,
    values: OPTIONS.map((number) => toLine(row.get(`Option${number} Value`))).filter(Boolean),
    sku: row.get('Variant SKU'),
    price,
    originalPrice: compared !== undefined && compared > price ? compared : undefined,
    stock,
    picture: row.get('Variant Image') || undefined,
  };
};

const isVariant = (row: ForeignRow): boolean =>
  ['Variant Price', 'Option1 Value', 'Variant SKU'].some((heading) => row.get(heading) !== '');

/** "Apparel > Jewelry > Rings": the last is the closest. */
const listCategories = (row: ForeignRow): string[] =>
  [row.get('Type'), ...row.get('Product Category').split('>').reverse()].map(toLine).filter(Boolean);

const readProduct = (reader: ForeignReader, handle: string, rows: readonly ForeignRow[]): void => {
  const [first] = rows;
  if (!first) return;
  if (first.get('Gift Card').toLowerCase() === 'true') {
    reader.note(first, 'Gift Card', 'is true: the gift card is left out');
    return;
  }
  const product = reader.start(first, handle);
  product.set('status', readStatus(first), first, 'Status');
  product.nameCategories(listCategories(first), first.get('Type') === '' ? 'Product Category' : 'Type');
  product.nameBrand(toLine(first.get('Vendor')), 'Vendor');
  const variantRows = rows.filter(isVariant);
  const [only, ...others] = variantRows;
  const isSimple = others.length === 0 && (only?.get('Option1 Value') ?? NO_OPTION) === NO_OPTION;
  product.setSku(isSimple ? (only?.get('Variant SKU') ?? '') : '', handle, isSimple ? 'Variant SKU' : 'Handle');
  const variants = variantRows.flatMap((row) => readVariant(reader, product, row) ?? []);
  if (!isSimple) {
    const names = OPTIONS.map((number) => toLine(first.get(`Option${number} Name`))).filter(Boolean);
    product.setVariants(variants, names.join(' / '), { price: 'Variant Price' });
  } else if (only && variants[0]) {
    product.set('price', variants[0].price, only, 'Variant Price');
    product.set('original_price', variants[0].originalPrice ?? null, only, 'Variant Compare At Price');
    product.set('stock', variants[0].stock, only, 'Variant Inventory Qty');
  }
  const position = (row: ForeignRow): number => Number(row.get('Image Position')) || Infinity;
  for (const row of [...rows].sort((a, b) => position(a) - position(b) || a.line - b.line))
    product.addPicture(row.get('Image Src'), toLine(row.get('Image Alt Text')), row, 'Image Src');
  if (!isSimple) for (const { row, picture } of variants) product.addPicture(picture ?? '', '', row, 'Variant Image');
  reader.add(product);
};

/** "Products > Export": rows with the same handle continue a product with its other variants and pictures. */
export const shopify: ForeignFormat = {
  name: 'Shopify',
  recognizes: (headings) =>
    (headings.has('handle') && headings.has('variant price')) || (headings.has('url handle') && headings.has('price')),
  // Since 2025 the admin's template has these.
  aliases: {
    'url handle': 'handle',
    description: 'body (html)',
    'published on online store': 'published',
    sku: 'variant sku',
    price: 'variant price',
    'compare-at price': 'variant compare at price',
    'inventory quantity': 'variant inventory qty',
    'product image url': 'image src',
    'variant image url': 'variant image',
  },
  columns: [
    { heading: 'Title', column: 'name', convert: toLine },
    { heading: 'Body (HTML)', column: 'description', convert: toPlainText },
  ],
  read: (rows, reader) => {
    const byHandle = new Map<string, ForeignRow[]>();
    for (const row of rows) {
      const handle = row.get('Handle');
      const others = byHandle.get(handle);
      if (others) others.push(row);
      else byHandle.set(handle, [row]);
    }
    for (const [handle, own] of byHandle)
      if (handle === '')
        reader.problems.push(...own.map(({ line }) => ({ line, column: 'Handle', message: 'is empty' })));
      else readProduct(reader, handle, own);
  },
};
