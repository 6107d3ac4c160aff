import type { ProductField, ProductTexts } from '@shop/contracts';
import { ATTRIBUTES, mapFacets } from '@shop/contracts/facets';
import { readFeatures } from './features';
import { readImage, readVariant, splitLines } from './lines';

export const LABELS: Readonly<Record<ProductField, string>> = {
  name: 'Name',
  sku: 'SKU',
  status: 'Status',
  category: 'Category',
  brand: 'Brand',
  seller: 'Sold by',
  price: 'Price',
  original_price: 'Price before the sale',
  unit: 'Pack',
  net_weight: 'Weight',
  popular: 'Popular',
  featured_rank: 'Place in lists',
  images: 'Pictures',
  short_description: 'Short description',
  description: 'Description',
  features: 'Highlights',
  specifications: 'Specifications',
  variant_label: 'What is chosen',
  variants: 'Variants',
  store_features: 'Storefront features',
  ...mapFacets(ATTRIBUTES, ({ label }) => label),
};

const PRICE = /^\$?\s?\d{1,7}(?:\.\d{1,2})?$/;
export const readPrice = (text: string): number => {
  const trimmed = text.trim();
  return PRICE.test(trimmed) ? Number(trimmed.replace('$', '')) : 0;
};
const PRICE_RULE = 'Dollars, such as 12.50.';

const checkVariants = (text: string): string | undefined => {
  const rows = splitLines(text).map(readVariant);
  for (const [index, { name, sku, price }] of rows.entries()) {
    const row = `Row ${index + 1}`;
    if (name.trim() === '') return `${row} needs a name.`;
    if (sku.trim() === '') return `${row} needs an SKU.`;
    if (readPrice(price) === 0) return `${row} needs a price in dollars, such as 12.50.`;
    const first = rows.findIndex((other) => other.sku.trim() === sku.trim());
    if (first < index) return `${row} has the SKU of row ${first + 1}.`;
  }
  return undefined;
};

/** The lowest price of variants, or that of the product. */
export const findPrice = ({ price, variants }: Pick<ProductTexts, 'price' | 'variants'>): number =>
  variants === ''
    ? readPrice(price)
    : Math.min(...splitLines(variants).map((line) => readPrice(readVariant(line).price)));

const isWhole = (value: unknown): boolean => value === undefined || Number.isInteger(value);

const checkFeatures = (text: string): string | undefined => {
  const { customization, certification, freshnessDays, ringSize } = readFeatures(text);
  if (!isWhole(customization ? customization.engravingMaxLetters : undefined))
    return 'Say how many letters an engraving may have.';
  if (customization && !['number', 'undefined'].includes(typeof customization.engravingPrice))
    return 'An engraving costs dollars, such as 25.';
  if (certification && (!certification.laboratory || !certification.reportNumber))
    return 'A report has a laboratory and a number.';
  if (!isWhole(freshnessDays)) return 'It stays fresh for a whole number of days.';
  return ringSize === undefined || typeof ringSize === 'number'
    ? undefined
    : 'A ring size is in millimeters, such as 54.4.';
};

type Check = (text: string, values: ProductTexts) => string | undefined;

const needs =
  (message: string): Check =>
  (text) =>
    text === '' ? message : undefined;
const needsToPublish: Check = (text, { status }) =>
  text === '' && status === 'published' ? 'Nothing is published without it.' : undefined;

const CHECKS: Readonly<Partial<Record<ProductField, Check>>> = {
  name: needs('Give it a name.'),
  sku: needs('Give it an SKU.'),
  seller: needs('Say who sells it.'),
  price: (text, { variants }) => (variants === '' && readPrice(text) === 0 ? PRICE_RULE : undefined),
  original_price: (text, values) => {
    if (text === '') return undefined;
    if (readPrice(text) === 0) return PRICE_RULE;
    return readPrice(text) > findPrice(values) ? undefined : 'It must be above the price.';
  },
  short_description: needsToPublish,
  description: needsToPublish,
  images: (text) => {
    const missing = splitLines(text).findIndex((line) => readImage(line).alt.trim() === '');
    return missing < 0 ? undefined : `Say what picture ${missing + 1} shows.`;
  },
  variants: checkVariants,
  variant_label: (text, { variants }) => (text === '' && variants !== '' ? 'Say it, such as Ring size.' : undefined),
  store_features: checkFeatures,
};

/** Returns what is wrong with a field. The server checks all of it again, and more. */
export const checkField = (name: ProductField, values: ProductTexts): string | undefined =>
  CHECKS[name]?.(values[name].trim(), values);
