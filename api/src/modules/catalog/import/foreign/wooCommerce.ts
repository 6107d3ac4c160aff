import { PRODUCT_CELLS } from '../productCells';
import type { ForeignFormat } from './ForeignFormat';
import { share, type ForeignProduct, type ForeignReader, type ForeignVariant } from './ForeignReader';
import type { ForeignRow } from './ForeignRow';
import { toLine, toPlainText } from './toPlainText';

/** What this shop can send: no downloads, services, bundles or links to other shops. */
const SENT_TYPES: readonly string[] = ['simple', 'variable', 'variation'];
/** The category of what has none. */
const NO_CATEGORY = 'Uncategorized';
const ATTRIBUTES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** Descriptions have their line breaks as \n, and a \n of their own as \\n. */
const restoreBreaks = (text: string): string =>
  text.replaceAll(/\\(\\n|n)/g, (_, rest: string) => (rest === 'n' ? '\n' : '\\n'));

/** Entries are separated by commas; one of their own has a backslash before it. */
const splitList = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((entry) => entry.replaceAll('\\,', ',').trim())
    .filter(Boolean);

/** 1 is published, 0 private, -1 a draft, 2 waits for approval. What the catalog hides is not published here. */
const readStatus = (row: ForeignRow): 'published' | 'draft' =>
  row.get('Published') === '1' && row.get('Visibility in catalog') !== 'hidden' ? 'published' : 'draft';

const isReduced = (row: ForeignRow, now: Date): boolean => {
  const toTime = (heading: string): number => Date.parse(row.get(heading).replace(' ', 'T'));
  const [starts, ends] = [toTime('Date sale price starts'), toTime('Date sale price ends')];
  return row.get('Sale price') !== '' && !(starts > now.getTime()) && !(ends < now.getTime());
};

/** Returns the price, and the one before it was reduced. */
const readPrices = (
  product: ForeignProduct,
  row: ForeignRow,
  now: Date,
): { readonly price: number; readonly originalPrice: number | undefined; readonly heading: string } | undefined => {
  const heading = isReduced(row, now) ? 'Sale price' : 'Regular price';
  const price = product.attempt(row, heading, (text) => PRODUCT_CELLS.price.parse(text));
  if (price === undefined) return undefined;
  const regular =
    heading === 'Sale price' && row.get('Regular price') !== ''
      ? product.attempt(row, 'Regular price', (text) => PRODUCT_CELLS.price.parse(text))
      : undefined;
  return { price, originalPrice: regular !== undefined && regular > price ? regular : undefined, heading };
};

interface AttributeOfRow {
  readonly name: string;
  readonly values: readonly string[];
  readonly heading: string;
}

const readAttributes = (row: ForeignRow): AttributeOfRow[] =>
  ATTRIBUTES.map((number) => ({
    name: row.get(`Attribute ${number} name`),
    values: splitList(row.get(`Attribute ${number} value(s)`)),
    heading: `Attribute ${number} value(s)`,
  })).filter(({ name }) => name !== '');

const readVariants = (
  reader: ForeignReader,
  product: ForeignProduct,
  parent: ForeignRow,
  variations: readonly ForeignRow[],
): ForeignVariant[] => {
  const isShared = (row: ForeignRow): boolean => row.get('Stock') === 'parent';
  const sharing = variations.filter(isShared);
  const shares = share(reader.readStock(product, parent, 'Stock') ?? 0, sharing.length);
  if (sharing.length > 0)
    reader.note(parent, 'Stock', `is shared by ${sharing.length} variants: each has its part`, 'is shared by variants');
  return variations.flatMap((row) => {
    const prices = readPrices(product, row, reader.now);
    if (!prices) return [];
    const stock = isShared(row) ? shares[sharing.indexOf(row)] : reader.readStock(product, row, 'Stock');
    if (stock === undefined) reader.noteUncounted(row, 'Stock');
    return {
      row,
      values: readAttributes(row).flatMap(({ values }) => values),
      sku: row.get('SKU'),
      price: prices.price,
      originalPrice: prices.originalPrice,
      stock,
      picture: splitList(row.get('Images'))[0],
    };
  });
};

const readPosition = (row: ForeignRow): number => Number(row.get('Position')) || 0;

const listCategories = (row: ForeignRow): string[] =>
  splitList(row.get('Categories')).flatMap((path) =>
    path
      .split('>')
      .map(toLine)
      .filter((name) => name !== '' && name !== NO_CATEGORY)
      .reverse(),
  );

const readProduct = (reader: ForeignReader, row: ForeignRow, variations: readonly ForeignRow[]): void => {
  const product = reader.start(row, toLine(row.get('Name')));
  product.setSku(row.get('SKU'), `woo-${row.get('ID')}`, 'SKU');
  product.set('status', readStatus(row), row, 'Published');
  product.nameCategories(listCategories(row), 'Categories');
  product.nameBrand(toLine(splitList(row.get('Brands'))[0] ?? ''), 'Brands');
  for (const url of splitList(row.get('Images'))) product.addPicture(url, '', row, 'Images');
  if (variations.length > 0) {
    const variants = readVariants(reader, product, row, variations);
    const options = [
      ...new Set(
        variations.flatMap((one) => readAttributes(one).flatMap(({ name, values }) => (values.length > 0 ? name : []))),
      ),
    ];
    product.setVariants(variants, options.join(' / '), { price: 'Regular price' });
    for (const { row: one, picture } of variants)
      if (picture !== undefined) product.addPicture(picture, '', one, 'Images');
    for (const { name, values, heading } of readAttributes(row))
      if (!options.includes(name)) product.addAttribute(name, values, row, heading);
  } else if (row.get('Type').toLowerCase() === 'variable')
    product.refuse(row, 'Type', 'is variable, and none of its variations is in the file');
  else {
    const prices = readPrices(product, row, reader.now);
    product.set('price', prices?.price, row, prices?.heading ?? 'Regular price');
    if (prices) product.set('original_price', prices.originalPrice ?? null, row, 'Regular price');
    const stock = reader.readStock(product, row, 'Stock');
    product.set('stock', stock, row, 'Stock');
    if (stock === undefined) reader.noteUncounted(row, 'Stock');
    for (const { name, values, heading } of readAttributes(row)) product.addAttribute(name, values, row, heading);
  }
  reader.add(product);
};

/** "Products > Export": variations have rows of their own, which name the product that they belong to. */
export const wooCommerce: ForeignFormat = {
  name: 'WooCommerce',
  recognizes: (headings) => ['type', 'sku', 'name', 'published', 'regular price'].every((name) => headings.has(name)),
  columns: [
    { heading: 'Name', column: 'name', convert: toLine },
    { heading: 'Short description', column: 'short_description', convert: (text) => toPlainText(restoreBreaks(text)) },
    { heading: 'Description', column: 'description', convert: (text) => toPlainText(restoreBreaks(text)) },
    { heading: 'Is featured?', column: 'popular', convert: (text) => text },
  ],
  read: (rows, reader) => {
    const variations = new Map<string, ForeignRow[]>();
    const products: ForeignRow[] = [];
    for (const row of rows) {
      const types = splitList(row.get('Type').toLowerCase());
      const other = types.find((type) => !SENT_TYPES.includes(type));
      if (other !== undefined || types.length === 0)
        reader.note(
          row,
          'Type',
          `is ${types.join(', ') || 'empty'}: the product is left out`,
          'is of no product that is sent',
        );
      else if (types.includes('variation')) {
        const parent = row.get('Parent');
        variations.set(parent, [...(variations.get(parent) ?? []), row]);
      } else products.push(row);
    }
    for (const row of products) {
      const names = [row.get('SKU'), `id:${row.get('ID')}`].filter(Boolean);
      const own = names.flatMap((name) => variations.get(name) ?? []);
      for (const name of names) variations.delete(name);
      readProduct(
        reader,
        row,
        own.sort((a, b) => readPosition(a) - readPosition(b) || a.line - b.line),
      );
    }
    for (const [parent, [first]] of variations)
      if (first)
        reader.problems.push({
          line: first.line,
          column: 'Parent',
          message: `names ${parent || 'no product'}, which is not in the file`,
        });
  },
};
