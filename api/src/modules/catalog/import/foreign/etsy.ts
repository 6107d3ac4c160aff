import type { ForeignFormat } from './ForeignFormat';
import { share, type ForeignProduct, type ForeignReader } from './ForeignReader';
import type { ForeignRow } from './ForeignRow';
import { decodeEntities } from './toPlainText';

const PICTURES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const VARIATIONS = [1, 2, 3];

const splitList = (text: string): string[] =>
  decodeEntities(text)
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Every value of the first option with every one of the second. */
const combine = (lists: readonly (readonly string[])[]): string[][] =>
  lists.reduce<string[][]>((all, list) => all.flatMap((one) => list.map((value) => [...one, value])), [[]]);

/** The export has no prices and pieces of variants: each costs what the listing does, and has a part of its pieces. */
const setVariants = (
  reader: ForeignReader,
  product: ForeignProduct,
  row: ForeignRow,
  { price, stock }: { readonly price: number; readonly stock: number | undefined },
): boolean => {
  const options = VARIATIONS.map((number) => ({
    name: decodeEntities(row.get(`VARIATION ${number} NAME`) || row.get(`VARIATION ${number} TYPE`)),
    values: splitList(row.get(`VARIATION ${number} VALUES`)),
  })).filter(({ values }) => values.length > 0);
  if (options.length === 0) return false;
  const combined = combine(options.map(({ values }) => values));
  const shares = share(stock ?? 0, combined.length);
  const skus = splitList(row.get('SKU'));
  product.setVariants(
    combined.map((values, index) => ({
      row,
      values,
      sku: skus.length === combined.length ? (skus[index] ?? '') : '',
      price,
      originalPrice: undefined,
      stock: shares[index],
      picture: undefined,
    })),
    options.map(({ name }) => name).join(' / '),
    { price: 'PRICE' },
  );
  reader.note(row, 'QUANTITY', `is shared by ${combined.length} variants: each has its part`, 'is shared by variants');
  return true;
};

const readProduct = (reader: ForeignReader, row: ForeignRow): void => {
  const title = decodeEntities(row.get('TITLE'));
  const product = reader.start(row, title);
  const skus = splitList(row.get('SKU'));
  product.setSku(skus.length === 1 ? (skus[0] ?? '') : '', title, 'SKU');
  product.nameCategories([], 'TITLE');
  const currency = row.get('CURRENCY_CODE').toUpperCase();
  if (currency !== '' && currency !== 'USD')
    product.refuse(row, 'CURRENCY_CODE', `is ${currency}: convert the prices to dollars, and write USD`);
  const price = product.parse('price', row, 'PRICE');
  if (price === undefined && row.get('PRICE') === '') product.refuse(row, 'PRICE', 'is empty');
  const stock = reader.readStock(product, row, 'QUANTITY');
  if (price !== undefined && !setVariants(reader, product, row, { price, stock }))
    product.set('stock', stock, row, 'QUANTITY');
  product.addAttribute('Material', splitList(row.get('MATERIALS')), row, 'MATERIALS');
  for (const number of PICTURES) product.addPicture(row.get(`IMAGE${number}`), '', row, `IMAGE${number}`);
  reader.add(product);
};

/** "Settings > Options > Download Data": a row for each listing that is for sale. */
export const etsy: ForeignFormat = {
  name: 'Etsy',
  recognizes: (headings) => ['title', 'currency_code', 'quantity', 'image1'].every((name) => headings.has(name)),
  columns: [
    { heading: 'TITLE', column: 'name', convert: (text) => decodeEntities(text).replaceAll(/\s+/g, ' ') },
    { heading: 'DESCRIPTION', column: 'description', convert: decodeEntities },
  ],
  read: (rows, reader) => {
    for (const row of rows) readProduct(reader, row);
  },
};
