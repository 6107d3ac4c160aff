import type { ProductTexts } from '@shop/contracts';

/** Lists of a product are texts with a line for each entry, whose parts are between bars, as in product files. */
const SEPARATOR = ' | ';

export const splitLines = (text: string): readonly string[] => (text === '' ? [] : text.split('\n'));
export const joinLines = (lines: readonly string[]): string => lines.join('\n');

/** Without what would end a part or a line. */
export const cleanPart = (text: string): string => text.replaceAll(/ ?[|\n\t]+ ?/g, ' ');

export const moveLine = <Line>(lines: readonly Line[], from: number, to: number): readonly Line[] => {
  const moved = [...lines];
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
};

export interface ImageParts {
  readonly url: string;
  /** "640x640". */
  readonly size: string;
  readonly alt: string;
}

export const readImage = (line: string): ImageParts => {
  const [url = '', size = '', ...alt] = line.split(SEPARATOR);
  return { url, size, alt: alt.join(SEPARATOR) };
};
export const writeImage = ({ url, size, alt }: ImageParts): string => [url, size, cleanPart(alt)].join(SEPARATOR);

export interface VariantParts {
  readonly id: string;
  readonly name: string;
  readonly sku: string;
  readonly price: string;
  readonly measure: string;
  readonly image: string;
}

/** The stock is not in the text: orders change it. */
export const readVariant = (line: string): VariantParts => {
  const [id = '', name = '', sku = '', price = '', , measure = '', image = ''] = line.split(SEPARATOR);
  return { id, name, sku, price, measure, image };
};
export const writeVariant = ({ id, name, sku, price, measure, image }: VariantParts): string =>
  [id, name, sku, price, '0', ...(measure || image ? [measure] : []), ...(image ? [image] : [])].join(SEPARATOR);

/** No id has a plus: it stands for one that is made of the name when it is saved. */
const NEW_ID = /^\+/;
export const isNewVariant = (id: string): boolean => NEW_ID.test(id);

export const addVariants = (
  lines: readonly string[],
  added: readonly Partial<Omit<VariantParts, 'id'>>[],
): readonly string[] => {
  const numbers = lines.map((line) => Number(readVariant(line).id)).filter((number) => number > 0);
  const first = Math.max(0, ...numbers) + 1;
  return [
    ...lines,
    ...added.map((parts, index) =>
      writeVariant({ name: '', sku: '', price: '', measure: '', image: '', ...parts, id: `+${first + index}` }),
    ),
  ];
};

/** "Crème brûlée" is "creme-brulee". */
export const toSlug = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, 56)
    .replace(/-$/, '');

/** Makes ids of the names of new variants. */
const nameVariants = (text: string): string => {
  const lines = splitLines(text);
  const taken = new Set(lines.map((line) => readVariant(line).id));
  return joinLines(
    lines.map((line) => {
      const parts = readVariant(line);
      if (!isNewVariant(parts.id)) return line;
      const base = toSlug(parts.name) || 'variant';
      let id = base;
      for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
      taken.add(id);
      return writeVariant({ ...parts, id });
    }),
  );
};

/** A picture of variants is another one now, or none. */
export const replacePicture = (text: string, before: string, after: string): string =>
  joinLines(
    splitLines(text).map((line) => {
      const parts = readVariant(line);
      return parts.image === before ? writeVariant({ ...parts, image: after }) : line;
    }),
  );

/** What of a form is to be saved: the fields that differ, as the server takes them. */
export const listChanges = (values: ProductTexts, saved: ProductTexts): Partial<ProductTexts> => {
  const hasVariants = values.variants !== '';
  const sent: ProductTexts = {
    ...values,
    variants: nameVariants(values.variants),
    // Variants have the weights and the prices.
    net_weight: hasVariants ? '' : values.net_weight,
    price: hasVariants ? saved.price : values.price,
  };
  return Object.fromEntries(Object.entries(sent).filter(([name, text]) => text !== saved[name as keyof ProductTexts]));
};
