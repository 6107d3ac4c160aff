import { MAX_IMPORT_BYTES } from '@shop/contracts/constants';

const PICTURE = /\.(?:jpe?g|png|webp|avif|gif)$/i;
const PRODUCTS = /\.(?:csv|tsv|txt)$/i;

interface SortedFiles {
  readonly pictures: readonly File[];
  readonly products: File | undefined;
  /** Why others are left out, a sentence each. */
  readonly leftOut: readonly string[];
}

/** Tells the product file from pictures, by the ends of their names. */
export const sortFiles = (files: readonly File[]): SortedFiles => {
  const tables = files.filter(({ name }) => PRODUCTS.test(name));
  const [products, ...others] = tables;
  const isTooLarge = products !== undefined && products.size > MAX_IMPORT_BYTES;
  return {
    pictures: files.filter(({ name }) => PICTURE.test(name)),
    products: isTooLarge ? undefined : products,
    leftOut: [
      ...(isTooLarge ? [`${products.name} is larger than ${MAX_IMPORT_BYTES / 1e6} MB: split it.`] : []),
      ...others.map(({ name }) => `${name} is left out: one product file at a time.`),
      ...files
        .filter(({ name }) => !PRODUCTS.test(name) && !PICTURE.test(name))
        .map(({ name }) => `${name} is neither CSV nor a picture. A spreadsheet saves its table as CSV.`),
    ],
  };
};
