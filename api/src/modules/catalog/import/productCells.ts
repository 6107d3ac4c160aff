import {
  ATTRIBUTES,
  mapFacets,
  MAX_GROUP_NAME_LENGTH,
  ProductFeatures,
  toSlugs,
  type AttributeId,
  type Measure,
  type ProductImage,
  type StorefrontSlug,
} from '@shop/contracts';
import { storefronts } from '@shop/contracts/storefronts';
import { Errors } from '@sinclair/typebox/errors';
import { Check } from '@sinclair/typebox/value';
import { PRODUCT_STATUSES, type ProductStatus, type VariantRow } from '../productsImportRepository';
import { toSlug } from './toSlug';
import { formatDollars, MAX_DOLLARS, parseDollars } from '../../../csv/dollars';
import { normalizeNumber, parseBoolean } from '../../../csv/spreadsheetValues';

/** The values of a product's columns in a file. */
export interface ProductCells extends Readonly<Record<AttributeId, string>> {
  readonly id: string;
  readonly store: StorefrontSlug;
  readonly sku: string;
  readonly name: string;
  readonly category: string;
  readonly brand: string;
  readonly price: number;
  readonly original_price: number | null;
  /** Null if the product has variants, which have their own stock. */
  readonly stock: number | null;
  readonly status: ProductStatus;
  readonly seller: string;
  readonly unit: string | null;
  readonly net_weight: Measure | null;
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

/** A picture that a file names by its own file's name. */
export interface NamedPicture {
  readonly file: string;
  /** '' if the file says none. */
  readonly alt: string;
  /** Where another shop has it: it is left out if no picture has its file's name. */
  readonly url?: string;
}

/** What a file says of a product: an empty cell of some columns keeps what is stored. */
export type ParsedCells = Omit<ProductCells, 'status' | 'images'> & {
  readonly status: ProductStatus | null;
  readonly images: readonly (ProductImage | NamedPicture)[];
};

/** An invalid cell. The message continues a sentence that starts with the column's name. */
export class CellError extends Error {
  override name = 'CellError';
  constructor(
    message: string,
    /** What is wrong, without the value: the same for all cells that break the same rule. */
    override readonly cause: string = message,
  ) {
    super(message);
  }
}

/** Parser and formatter of a column. Money is dollars in the file and cents in memory. */
interface Cell<T, Parsed = T> {
  /** A number or boolean, which a spreadsheet may write in another form. */
  readonly isValue?: true;
  readonly parse: (text: string) => Parsed;
  readonly format: (value: T) => string;
}

const MAX_STOCK = 10_000_000;
const MAX_RANK = 2_000_000_000;
const MAX_ITEMS = 100;

const shorten = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
const reject = (rule: string, text: string): never => {
  throw new CellError(`must be ${rule}, not ${shorten(text)}`, rule);
};

/**
 * Tabs and newlines are allowed: cells hold lists and paragraphs. Marks of the writing direction are, too: texts in
 * right-to-left scripts need them, and `sanitize` in printTable.ts replaces them where texts are printed.
 */
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b-\u001f\u007f]/; // eslint-disable-line no-control-regex -- matches what is rejected
const requireText = (text: string, maxLength: number): string => {
  if (CONTROL_CHARACTER.test(text)) throw new CellError('has a control character');
  if (text.length > maxLength)
    throw new CellError(`has ${text.length} characters; at most ${maxLength} are kept`, 'is too long');
  return text;
};

const identity = (value: string): string => value;
const createLineCell = (maxLength: number, required: boolean): Cell<string> => ({
  parse: (text) => {
    if (required && text === '') throw new CellError('is empty');
    if (/[\n\t]/.test(text)) throw new CellError('must be one line');
    return requireText(text, maxLength);
  },
  format: identity,
});
const createParagraphCell = (maxLength: number): Cell<string> => ({
  parse: (text) => requireText(text, maxLength),
  format: identity,
});
const createSlugCell = (maxLength = 64): Cell<string> => ({
  parse: (text) => {
    if (text.length > maxLength || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text))
      reject(`small letters, digits and single hyphens, at most ${maxLength} of them`, text);
    return text;
  },
  format: identity,
});

/** The slug of a category or brand, or its name, which becomes the name of one that is made. */
const groupCell: Cell<string> = {
  parse: (text) => {
    const line = createLineCell(MAX_GROUP_NAME_LENGTH, true).parse(text);
    return toSlug(line) === '' ? reject('a name with letters or digits', text) : line;
  },
  format: identity,
};

/** The slug of a storefront, or its name. */
const storeCell: Cell<StorefrontSlug> = {
  parse: (text) =>
    Object.values(storefronts).find(
      ({ slug, name }) => slug === text || name.toLowerCase() === text.trim().toLowerCase(),
    )?.slug ??
    reject(
      Object.values(storefronts)
        .map(({ slug }) => slug)
        .join(' or '),
      text,
    ),
  format: identity,
};

/** Slugs separated by spaces, or nothing. */
const slugsCell: Cell<string> = {
  parse: (text) => toSlugs(text).map(createSlugCell().parse).join(' '),
  format: identity,
};

const parseCents = (text: string): number =>
  parseDollars(normalizeNumber(text.replace(/^\$ ?/, ''))) ??
  reject(`dollars such as 12.50, above 0 and at most ${MAX_DOLLARS}`, text);
const moneyCell: Cell<number> = { isValue: true, parse: parseCents, format: formatDollars };

const parseWholeNumber = (text: string, max: number): number => {
  const digits = normalizeNumber(text);
  const number = /^\d{1,10}(\.00?)?$/.test(digits) ? Number(digits) : -1;
  if (number < 0 || number > max) reject(`a whole number from 0 to ${max}`, text);
  return number;
};

const createNullableCell = <T extends string | number | object>(cell: Cell<T>): Cell<T | null> => ({
  ...(cell.isValue && { isValue: true }),
  parse: (text) => (text === '' ? null : cell.parse(text)),
  format: (value) => (value === null ? '' : cell.format(value)),
});

/** One item per line. */
const createListCell = <T, Parsed>(cell: Cell<T, Parsed>): Cell<readonly T[], readonly Parsed[]> => ({
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

const splitParts = (text: string, parts: number, rule: string): string[] => {
  const found = text.split('|').map((part) => part.trim());
  return found.length === parts ? found : reject(rule, text);
};

const specificationCell: Cell<{ readonly name: string; readonly value: string }> = {
  parse: (text) => {
    const [, name, value] = /^([^:]{1,80}):\s+(.{1,400})$/.exec(text) ?? [];
    return name === undefined || value === undefined
      ? reject('"name: value", one a line', text)
      : { name: requireText(name.trim(), 80), value: requireText(value, 400) };
  },
  format: ({ name, value }) => `${name}: ${value}`,
};

const IMAGE_RULE =
  '"/media/ring-640.webp | 1200x1200 | alternative text", or the name of a picture\'s file such as "ring.jpg | alternative text", one a line';
const isImageUrl = (url: string): boolean =>
  /^(\/(?!\/)|https:\/\/)[^\s"'<>\\]+$/.test(url) && URL.canParse(url, 'https://shop.example');
/** Has no folder, so that it is no address. */
export const isPictureFile = (name: string): boolean => /^[^/\\|<>"]{1,200}\.(?:jpe?g|png|webp|avif)$/i.test(name);

const parseImage = (text: string): ProductImage | NamedPicture => {
  const [file = '', description = '', more] = text.split('|').map((part) => part.trim());
  if (more === undefined && isPictureFile(file)) return { file, alt: requireText(description, 300) };
  const [url = '', size = '', alt = ''] = splitParts(text, 3, IMAGE_RULE);
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(size) ?? [];
  if (!isImageUrl(url) || alt === '' || !Number(width) || !Number(height)) reject(IMAGE_RULE, text);
  return { url, alt: requireText(alt, 300), width: Number(width), height: Number(height) };
};
const imageCell: Cell<ProductImage, ProductImage | NamedPicture> = {
  parse: parseImage,
  format: ({ url, alt, width, height }) => `${url} | ${width}x${height} | ${alt}`,
};

const MAX_GRAMS = 1_000_000;
const MEASURE_RULE = `a weight such as "500 g", a volume such as "750 ml", or for goods sold loose a step such as "by 250 g", from 1 to ${MAX_GRAMS}`;
const measureCell: Cell<Measure> = {
  parse: (text) => {
    const [, by, digits, unit] = /^(by )?(\d{1,7}) ?(g|ml)$/.exec(text) ?? [];
    const grams = Number(digits);
    if (!(grams >= 1 && grams <= MAX_GRAMS) || (by && unit === 'ml')) reject(MEASURE_RULE, text);
    if (by) return { stepGrams: grams };
    return unit === 'ml' ? { grams, liquid: true } : { grams };
  },
  format: ({ grams, liquid, stepGrams }) => (stepGrams ? `by ${stepGrams} g` : `${grams} ${liquid ? 'ml' : 'g'}`),
};

const VARIANT_RULE =
  '"id | name | SKU | price | stock", one a line, and if it has a weight "| 500 g", "| 750 ml" or "| by 250 g" after it; then, if it has its own of the images, "| /media/ring-rose-640.webp" (without a weight "| |" before it)';
const variantCell: Cell<VariantRow> = {
  parse: (text) => {
    const parts = Math.min(Math.max(text.split('|').length, 5), 7);
    const [id = '', name = '', sku = '', price = '', stock = '', measure = '', image = ''] = splitParts(
      text,
      parts,
      VARIANT_RULE,
    );
    if (name === '' || sku === '' || (image !== '' && !isImageUrl(image) && !isPictureFile(image)))
      reject(VARIANT_RULE, text);
    return {
      id: createSlugCell().parse(id),
      name: requireText(name, 80),
      sku: requireText(sku, 64),
      price_cents: parseCents(price),
      stock: parseWholeNumber(stock, MAX_STOCK),
      measure: createNullableCell(measureCell).parse(measure),
      image: image === '' ? null : image,
    };
  },
  format: ({ id, name, sku, price_cents, stock, measure, image }) =>
    [
      ...[id, name, sku, formatDollars(price_cents), stock],
      ...(measure || image !== null ? [measure ? measureCell.format(measure) : ''] : []),
      ...(image === null ? [] : [image]),
    ].join(' | '),
};

const variantsCell: Cell<readonly VariantRow[]> = {
  ...createListCell(variantCell),
  parse: (text) => {
    const items = createListCell(variantCell).parse(text);
    for (const key of ['id', 'sku'] as const) {
      const duplicate = items.find((item, index) => items.findIndex((other) => other[key] === item[key]) < index);
      if (duplicate) throw new CellError(`has the ${key} ${shorten(duplicate[key])} twice`);
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

const storeFeaturesCell: Cell<ProductFeatures> = {
  parse: (text) => {
    const value = text === '' ? {} : parseJson(requireText(text, 10_000));
    if (Check(ProductFeatures, value)) return value;
    const { path = '', message = '' } = Errors(ProductFeatures, value).First() ?? {};
    if (path === '') return reject('JSON such as {"freshnessDays":5}', text);
    throw new CellError(`has a wrong ${path.slice(1).replaceAll('/', '.')}: ${message}`);
  },
  format: (value) => (Object.keys(value).length === 0 ? '' : JSON.stringify(value)),
};

const createWholeNumberCell = (max: number): Cell<number> => ({
  isValue: true,
  parse: (text) => parseWholeNumber(text, max),
  format: String,
});

const STATUS_RULE = PRODUCT_STATUSES.join(', ');

/** All columns in export order. */
export const PRODUCT_CELLS: {
  readonly [Column in ProductColumn]: Cell<ProductCells[Column], ParsedCells[Column]>;
} = {
  id: createSlugCell(),
  store: storeCell,
  sku: createLineCell(64, true),
  name: createLineCell(200, true),
  category: groupCell,
  brand: groupCell,
  price: moneyCell,
  original_price: createNullableCell(moneyCell),
  stock: createNullableCell(createWholeNumberCell(MAX_STOCK)),
  status: {
    parse: (text) =>
      text === ''
        ? null
        : (PRODUCT_STATUSES.find((status) => status === text.toLowerCase()) ?? reject(STATUS_RULE, text)),
    format: identity,
  },
  seller: createLineCell(120, true),
  ...mapFacets(ATTRIBUTES, () => slugsCell),
  unit: createNullableCell(createLineCell(40, true)),
  net_weight: createNullableCell(measureCell),
  popular: {
    isValue: true,
    parse: (text) => text !== '' && (parseBoolean(text) ?? reject('true or false', text)),
    format: String,
  },
  featured_rank: createNullableCell(createWholeNumberCell(MAX_RANK)),
  images: createListCell(imageCell),
  short_description: createParagraphCell(1_000),
  description: createParagraphCell(20_000),
  features: createListCell(createLineCell(400, true)),
  specifications: createListCell(specificationCell),
  variant_label: createLineCell(40, false),
  variants: variantsCell,
  store_features: storeFeaturesCell,
};

// Object.keys is typed as string[], but these are the keys of the table above.
export const PRODUCT_COLUMNS = Object.keys(PRODUCT_CELLS) as ProductColumn[];

/** What a new product needs. An id is made from its name. */
export const REQUIRED_COLUMNS = [
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
