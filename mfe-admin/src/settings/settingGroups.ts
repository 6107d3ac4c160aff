import {
  MAX_POPULAR_SEARCHES,
  MAX_SEARCH_LENGTH,
  MAX_SYNONYM_GROUPS,
  MAX_SYNONYMS,
  type changeCurrencySettings,
  type changeOpeningSettings,
  type changePaymentSettings,
  type changeSearchSettings,
  type changeShopSettings,
  type StaffSettings,
} from '@shop/contracts';
import { EMAIL_PATTERN } from '@shop/contracts/emailPattern';
import type { Values } from '../form/mergeTheirs';

/** A field of a form of settings. Its name is the path in the group, such as "rates.EUR". */
export interface SettingField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** A text of one line by default; lines of a list; lists of words, a line each. */
  readonly kind?: 'text' | 'lines' | 'words' | 'switch' | 'number' | 'day';
  readonly maxLength?: number;
  readonly isOptional?: boolean;
  readonly check?: (text: string, values: Values<string>) => string | undefined;
}

type Endpoint =
  | typeof changeShopSettings
  | typeof changeOpeningSettings
  | typeof changePaymentSettings
  | typeof changeCurrencySettings
  | typeof changeSearchSettings;
/** A group as the API returns it. */
interface SettingGroup {
  readonly version: number;
  readonly edited: { readonly at: string; readonly by: string } | null;
  readonly value: Readonly<Record<string, unknown>>;
}

interface SettingTopic {
  readonly name: string;
  readonly text: string;
  /** Whether each storefront has its own. */
  readonly isOfStore: boolean;
  readonly fields: readonly SettingField[];
  readonly find: (settings: StaffSettings, store: string) => SettingGroup | undefined;
  /** Name of the endpoint that changes it. */
  readonly endpoint: Endpoint['path'];
}

const RATE = /^\d{1,6}(?:\.\d{1,6})?$/;
const checkRate = (text: string): string | undefined =>
  RATE.test(text) && Number(text) > 0 ? undefined : 'A number above 0, such as 0.92.';

const splitBy = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/**
 * Returns what is wrong with the first line that is wrong, with its number as it stands in the field. Empty lines are
 * not sent, and do not count.
 */
const checkLines = (
  text: string,
  checkLine: (line: string, count: number) => string | undefined,
): string | undefined => {
  let count = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    count += 1;
    const error = checkLine(line.trim(), count);
    if (error !== undefined) return `Line ${index + 1}: ${error}`;
  }
  return undefined;
};

const checkSearch = (line: string, count: number): string | undefined => {
  if (count > MAX_POPULAR_SEARCHES) return `at most ${MAX_POPULAR_SEARCHES} searches.`;
  return line.length > MAX_SEARCH_LENGTH ? `at most ${MAX_SEARCH_LENGTH} characters.` : undefined;
};

const checkSynonyms = (line: string, count: number): string | undefined => {
  const words = splitBy(line, ',');
  if (count > MAX_SYNONYM_GROUPS) return `at most ${MAX_SYNONYM_GROUPS} groups.`;
  if (words.length < 2) return 'two words or more, separated by commas.';
  if (words.length > MAX_SYNONYMS) return `at most ${MAX_SYNONYMS} words.`;
  const isLong = words.some((word) => word.length > MAX_SEARCH_LENGTH);
  return isLong ? `at most ${MAX_SEARCH_LENGTH} characters a word.` : undefined;
};

const findShop = ({ shops }: StaffSettings, store: string) => shops.find((shop) => shop.store === store);

/** The settings, as the desk arranges them. */
export const TOPICS = {
  shop: {
    name: 'Shop',
    text: 'What shoppers read of the storefront, and where they reach you.',
    isOfStore: true,
    endpoint: '/admin/settings/shop/:store',
    find: (settings, store) => findShop(settings, store)?.shop,
    fields: [
      { name: 'name', label: 'Name', maxLength: 40, hint: 'In the header, on every page’s tab and in mails.' },
      { name: 'tagline', label: 'Tagline', maxLength: 80 },
      { name: 'description', label: 'Description', maxLength: 200, hint: 'In the footer and for search engines.' },
      { name: 'utility_note', label: 'Line above the header', maxLength: 80, isOptional: true },
      { name: 'seller', label: 'Seller', maxLength: 80, hint: 'Who sells new products that name no other seller.' },
      {
        name: 'email',
        label: 'Support email',
        maxLength: 254,
        hint: 'Replies to mails go there.',
        check: (text) => (EMAIL_PATTERN.test(text) ? undefined : 'An address such as hello@example.com.'),
      },
      { name: 'phone', label: 'Support phone', maxLength: 32, isOptional: true },
      {
        name: 'call_note',
        label: 'What a call costs',
        maxLength: 80,
        isOptional: true,
        hint: 'A sentence, such as “Calls within the USA are free.”',
      },
      {
        name: 'hours',
        label: 'Support hours',
        maxLength: 60,
        isOptional: true,
        hint: 'In the footer, on the contact page and in mails: 8 AM to 10 PM.',
      },
      { name: 'street', label: 'Street', maxLength: 120 },
      { name: 'town', label: 'Town', maxLength: 120, hint: 'As mails show it: Portland, Oregon 97205.' },
      {
        name: 'popular_searches',
        label: 'Popular searches',
        kind: 'lines',
        isOptional: true,
        hint: 'One a line, at most ten. Offered to who has found nothing.',
        check: (_text, { popular_searches: searches = '' }) => checkLines(searches, checkSearch),
      },
    ],
  },
  opening: {
    name: 'Notice and opening',
    text: 'A line above every page, and whether the storefront takes orders.',
    isOfStore: true,
    endpoint: '/admin/settings/opening/:store',
    find: (settings, store) => findShop(settings, store)?.opening,
    fields: [
      { name: 'notice', label: 'Notice', maxLength: 160, isOptional: true, hint: 'Such as “Order by December 18.”' },
      {
        name: 'closed',
        label: 'Closed: take no orders',
        kind: 'switch',
        hint: 'Pages stay, carts are kept, and the notice says what stands below.',
      },
      {
        name: 'closed_text',
        label: 'When it opens again',
        maxLength: 160,
        isOptional: true,
        hint: 'Such as “Back on Monday.”',
        check: (text, { closed }) =>
          closed === 'yes' && text === '' ? 'Say when the shop opens again, such as “Back on Monday.”' : undefined,
      },
    ],
  },
  payments: {
    name: 'Payments',
    text: 'The ways to pay that the checkout offers. Saving asks for your passkey.',
    isOfStore: false,
    endpoint: '/admin/settings/payments',
    find: ({ payments }) => payments,
    fields: [
      { name: 'bank', label: 'Bank transfer', kind: 'switch' },
      {
        name: 'bank_account',
        label: 'Bank account',
        maxLength: 200,
        isOptional: true,
        hint: 'One line, as orders say it: Oriel Trust, account 0042 1234.',
        check: (text, { bank }) =>
          bank === 'yes' && text === '' ? 'Say where customers transfer money to.' : undefined,
      },
      { name: 'global', label: 'Online payment', kind: 'switch' },
      { name: 'cash', label: 'Cash on delivery', kind: 'switch' },
    ],
  },
  currencies: {
    name: 'Currencies',
    text: 'Units per US dollar. Prices are shown in them; orders are charged in US dollars.',
    isOfStore: false,
    endpoint: '/admin/settings/currencies',
    find: ({ currencies }) => currencies,
    fields: [
      { name: 'rates.EUR', label: 'Euro', kind: 'number', maxLength: 14, check: checkRate },
      { name: 'rates.GBP', label: 'British pound', kind: 'number', maxLength: 14, check: checkRate },
      { name: 'rated_on', label: 'Day of the rates', kind: 'day', maxLength: 10 },
    ],
  },
  search: {
    name: 'Search words',
    text: 'Words that find the same goods. Those that the shop knows already stay.',
    isOfStore: false,
    endpoint: '/admin/settings/search',
    find: ({ search }) => search,
    fields: [
      {
        name: 'synonyms',
        label: 'Words that mean the same',
        kind: 'words',
        isOptional: true,
        hint: 'A group a line, its words separated by commas: sourdough, bread.',
        check: (_text, { synonyms = '' }) => checkLines(synonyms, checkSynonyms),
      },
    ],
  },
} as const satisfies Readonly<Record<string, SettingTopic>>;
export type TopicId = keyof typeof TOPICS;

export const readTopic = (id: TopicId): SettingTopic => TOPICS[id];

const readPath = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Readonly<Record<string, unknown>> | undefined)?.[name], value);

const toText = ({ kind }: SettingField, value: unknown): string => {
  if (kind === 'switch') return value === true ? 'yes' : '';
  if (kind === 'lines') return (value as readonly string[]).join('\n');
  if (kind === 'words') return (value as readonly (readonly string[])[]).map((words) => words.join(', ')).join('\n');
  return String(value);
};

const fromText = ({ kind }: SettingField, text: string): unknown => {
  if (kind === 'switch') return text === 'yes';
  if (kind === 'lines') return splitBy(text, '\n');
  if (kind === 'words') return splitBy(text, '\n').map((line) => splitBy(line, ','));
  return kind === 'number' ? Number(text.trim()) : text.trim();
};

/** A group as the texts of its form. */
export const toTexts = ({ fields }: Pick<SettingTopic, 'fields'>, value: unknown): Values<string> =>
  Object.fromEntries(fields.map((field) => [field.name, toText(field, readPath(value, field.name))]));

/** The texts of a form as a group. */
export const readTexts = (
  { fields }: Pick<SettingTopic, 'fields'>,
  texts: Values<string>,
): Readonly<Record<string, unknown>> => {
  const value: Record<string, unknown> = {};
  for (const field of fields) {
    const [name = '', inner] = field.name.split('.');
    const read = fromText(field, texts[field.name] ?? '');
    if (inner === undefined) value[name] = read;
    else value[name] = { ...(value[name] as object | undefined), [inner]: read };
  }
  return value;
};

export const checkSetting = (
  { fields }: Pick<SettingTopic, 'fields'>,
  name: string,
  values: Values<string>,
): string | undefined => {
  const field = fields.find((each) => each.name === name);
  const text = (values[name] ?? '').trim();
  if (!field || field.kind === 'switch') return undefined;
  if (text === '' && field.isOptional !== true) return 'Fill this in.';
  return field.check?.(text, values);
};
