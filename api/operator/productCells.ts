import { ProductFeatures, StorefrontSlug, type ProductImage } from '@shop/shared/contracts';
import { Check } from '@sinclair/typebox/value';
import type { VariantRow } from '../src/modules/catalogue/productsImportRepository';
import { formatDollars, MAX_DOLLARS, readDollars } from './dollars';

/** A product as a file has it, column by column. */
export interface ProductCells {
  readonly id: string;
  readonly store: StorefrontSlug;
  readonly sku: string;
  readonly name: string;
  readonly category: string;
  readonly brand: string;
  readonly price: number;
  readonly original_price: number | null;
  /** Null where variants have the stock. */
  readonly stock: number | null;
  readonly seller: string;
  readonly material: string;
  readonly stone: string;
  readonly color: string;
  readonly unit: string | null;
  readonly popular: boolean;
  readonly featured_rank: number | null;
  readonly images: readonly ProductImage[];
  readonly short_description: string;
  readonly description: string;
  readonly features: readonly string[];
  readonly specifications: readonly { readonly name: string; readonly value: string }[];
  readonly variant_label: string;
  readonly variants: readonly VariantRow[];
  readonly store_features: ProductFeatures;
}

export type ProductColumn = keyof ProductCells;

/** What a cell should be: the sentence goes on behind its column's name. */
export class CellError extends Error {
  override name = 'CellError';
}

/** How a column is read and written; money is dollars in the file, cents inside. */
interface Cell<T> {
  readonly parse: (text: string) => T;
  readonly format: (value: T) => string;
}

const MAX_STOCK = 10_000_000;
const MAX_RANK = 2_000_000_000;
const MAX_ITEMS = 100;

const shorten = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
const refuse = (rule: string, text: string): never => {
  throw new CellError(`must be ${rule}, not ${shorten(text)}`);
};

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/; // eslint-disable-line no-control-regex -- these are what is refused
const requireText = (text: string, mostLength: number): string => {
  if (CONTROL.test(text)) throw new CellError('has a control character');
  if (text.length > mostLength) throw new CellError(`has ${text.length} characters; at most ${mostLength} are kept`);
  return text;
};

const asIs = (value: string): string => value;
const line = (mostLength: number, required: boolean): Cell<string> => ({
  parse: (text) => {
    if (required && text === '') throw new CellError('is empty');
    if (/[\n\t]/.test(text)) throw new CellError('must be one line');
    return requireText(text, mostLength);
  },
  format: asIs,
});
const paragraph = (mostLength: number): Cell<string> => ({
  parse: (text) => (text === '' ? refuse('a text', text) : requireText(text, mostLength)),
  format: asIs,
});
const slug = (required: boolean, mostLength = 64): Cell<string> => ({
  parse: (text) => {
    if (text === '' && !required) return text;
    if (text.length > mostLength || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text))
      refuse(`small letters, digits and single hyphens, at most ${mostLength} of them`, text);
    return text;
  },
  format: asIs,
});

const parseCents = (text: string): number =>
  readDollars(text) ?? refuse(`dollars such as 12.50, above 0 and at most ${MAX_DOLLARS}`, text);
const money: Cell<number> = { parse: parseCents, format: formatDollars };

const parseWhole = (text: string, most: number): number => {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : -1;
  if (number < 0 || number > most) refuse(`a whole number from 0 to ${most}`, text);
  return number;
};

const orNull = <T extends string | number>(cell: Cell<T>): Cell<T | null> => ({
  parse: (text) => (text === '' ? null : cell.parse(text)),
  format: (value) => (value === null ? '' : cell.format(value)),
});

/** One thing a line. */
const lines = <T>(cell: Cell<T>): Cell<readonly T[]> => ({
  parse: (text) => {
    const items = text
      .split('\n')
      .map((item) => item.trim())
      .filter(Boolean);
    if (items.length > MAX_ITEMS) throw new CellError(`has ${items.length} lines; at most ${MAX_ITEMS} are kept`);
    return items.map(cell.parse);
  },
  format: (items) => items.map(cell.format).join('\n'),
});

const split = (text: string, parts: number, rule: string): string[] => {
  const found = text.split('|').map((part) => part.trim());
  return found.length === parts ? found : refuse(rule, text);
};

const specification: Cell<{ readonly name: string; readonly value: string }> = {
  parse: (text) => {
    const [, name, value] = /^([^:]{1,80}):\s+(.{1,400})$/.exec(text) ?? [];
    return name === undefined || value === undefined
      ? refuse('"name: value", one a line', text)
      : { name: requireText(name.trim(), 80), value: requireText(value, 400) };
  },
  format: ({ name, value }) => `${name}: ${value}`,
};

const IMAGE_RULE = '"/media/ring-640.webp | 1200x1200 | alternative text", one a line';
const image: Cell<ProductImage> = {
  parse: (text) => {
    const [url = '', size = '', alt = ''] = split(text, 3, IMAGE_RULE);
    const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(size) ?? [];
    const isAddress = /^(\/(?!\/)|https:\/\/)[^\s"'<>\\]+$/.test(url) && URL.canParse(url, 'https://shop.example');
    if (!isAddress || alt === '' || !Number(width) || !Number(height)) refuse(IMAGE_RULE, text);
    return { url, alt: requireText(alt, 300), width: Number(width), height: Number(height) };
  },
  format: ({ url, alt, width, height }) => `${url} | ${width}x${height} | ${alt}`,
};

const VARIANT_RULE = '"id | name | SKU | price | stock", one a line';
const variant: Cell<VariantRow> = {
  parse: (text) => {
    const [id = '', name = '', sku = '', price = '', stock = ''] = split(text, 5, VARIANT_RULE);
    if (name === '' || sku === '') refuse(VARIANT_RULE, text);
    return {
      id: slug(true).parse(id),
      name: requireText(name, 80),
      sku: requireText(sku, 64),
      price_cents: parseCents(price),
      stock: parseWhole(stock, MAX_STOCK),
    };
  },
  format: ({ id, name, sku, price_cents, stock }) => [id, name, sku, formatDollars(price_cents), stock].join(' | '),
};

const variants: Cell<readonly VariantRow[]> = {
  ...lines(variant),
  parse: (text) => {
    const items = lines(variant).parse(text);
    for (const key of ['id', 'sku'] as const) {
      const twice = items.find((item, index) => items.findIndex((other) => other[key] === item[key]) < index);
      if (twice) throw new CellError(`has the ${key} ${shorten(twice[key])} twice`);
    }
    return items;
  },
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const storeFeatures: Cell<ProductFeatures> = {
  parse: (text) => {
    const value = text === '' ? {} : parseJson(requireText(text, 10_000));
    return Check(ProductFeatures, value) ? value : refuse('JSON such as {"freshnessDays":5}', text);
  },
  format: (value) => (Object.keys(value).length === 0 ? '' : JSON.stringify(value)),
};

const rank: Cell<number> = { parse: (text) => parseWhole(text, MAX_RANK), format: String };
const stock: Cell<number> = { parse: (text) => parseWhole(text, MAX_STOCK), format: String };

/** The columns, in the order in which they are exported. */
export const PRODUCT_CELLS: { readonly [Column in ProductColumn]: Cell<ProductCells[Column]> } = {
  id: slug(true),
  store: {
    parse: (text) =>
      Check(StorefrontSlug, text) ? text : refuse(StorefrontSlug.anyOf.map((store) => store.const).join(' or '), text),
    format: asIs,
  },
  sku: line(64, true),
  name: line(200, true),
  category: slug(true),
  brand: slug(true),
  price: money,
  original_price: orNull(money),
  stock: orNull(stock),
  seller: line(120, true),
  material: slug(false),
  stone: slug(false),
  color: slug(false),
  unit: orNull(line(40, true)),
  popular: {
    parse: (text) => (['true', 'false', ''].includes(text) ? text === 'true' : refuse('true or false', text)),
    format: String,
  },
  featured_rank: orNull(rank),
  images: lines(image),
  short_description: paragraph(1_000),
  description: paragraph(20_000),
  features: lines(line(400, true)),
  specifications: lines(specification),
  variant_label: line(40, false),
  variants,
  store_features: storeFeatures,
};

// Object.keys knows them as text only; they are the keys of the table above.
export const PRODUCT_COLUMNS = Object.keys(PRODUCT_CELLS) as ProductColumn[];

/** What every file has; another column that is not there leaves products as they are. */
export const REQUIRED_COLUMNS = [
  'id',
  'store',
  'sku',
  'name',
  'category',
  'brand',
  'price',
  'short_description',
  'description',
] as const satisfies readonly ProductColumn[];

export const isProductColumn = (name: string): name is ProductColumn => Object.hasOwn(PRODUCT_CELLS, name);
