import type { HomeSection } from '@shop/contracts';

/** A text of a section. */
interface TextInput {
  readonly kind: 'line' | 'area' | 'link';
  readonly label: string;
  readonly hint?: string;
  readonly maxLength: number;
}

const TEXTS: Readonly<Record<string, TextInput>> = {
  eyebrow: { kind: 'line', label: 'Small line above', maxLength: 80 },
  title: { kind: 'line', label: 'Headline', maxLength: 80 },
  highlight: { kind: 'line', label: 'Highlighted words', hint: 'After the headline. Optional.', maxLength: 80 },
  text: { kind: 'area', label: 'Text', maxLength: 400 },
  button: { kind: 'line', label: 'Button', maxLength: 40 },
  href: {
    kind: 'link',
    label: 'Leads to',
    hint: '/shop, /products?q=pearl, /products/category/rings, or an address with https://',
    maxLength: 500,
  },
};

/** A list in a section: how one is called, and how many there can be. */
interface ListInput {
  readonly one: string;
  readonly min: number;
  readonly max: number;
}

const LISTS: Readonly<Record<string, ListInput>> = {
  slides: { one: 'Slide', min: 1, max: 6 },
  items: { one: 'Card', min: 1, max: 3 },
  pictures: { one: 'Picture', min: 3, max: 3 },
};
/** They stand side by side. */
const PAIR: ListInput = { one: 'Banner', min: 2, max: 2 };

/** How a list of a section is edited. */
export const findList = (kind: unknown, name: string): ListInput =>
  (kind === 'promotions' ? PAIR : LISTS[name]) ?? { one: 'Item', min: 1, max: 1 };

export const findText = (name: string): TextInput | undefined => (Object.hasOwn(TEXTS, name) ? TEXTS[name] : undefined);

type Value = Readonly<Record<string, unknown>>;

/** Names of a section's or item's fields, in the order of the form. */
export const listFields = (value: Value): readonly string[] =>
  [...Object.keys(TEXTS), 'picture', 'categories', ...Object.keys(LISTS)].filter((name) => Object.hasOwn(value, name));

/** A line about what is in a section, for the list. */
export const summarize = (section: HomeSection): string => {
  if ('slides' in section) return section.slides.length === 1 ? '1 slide' : `${section.slides.length} slides`;
  if ('items' in section) return section.items.map(({ title }) => title).join(', ');
  if ('categories' in section) return section.categories.join(', ');
  return 'title' in section ? section.title : 'Times and postal codes';
};

/** A new item of a list, in which nothing stands yet. */
export const emptyLike = (item: Value): Value =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      typeof value === 'string' ? (name === 'href' ? '/shop' : '') : { src: '', alt: '' },
    ]),
  );
