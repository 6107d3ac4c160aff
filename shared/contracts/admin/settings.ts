import type { Static, TBoolean, TObject, TString } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { CURRENCIES } from '../constants';
import { Closed, defineEndpoint, Nullable } from '../endpoint';
import { EmailAddress, OptionalPhone, OptionalText, RequiredText } from '../fields';
import { StorefrontSlug } from '../storefront';

const access = { staff: 'settings.write' } as const;

/** Of a popular search, and of a synonym. */
export const MAX_SEARCH_LENGTH = 40;
export const MAX_POPULAR_SEARCHES = 10;
export const MAX_SYNONYMS = 10;
export const MAX_SYNONYM_GROUPS = 200;

/** What shoppers read of a storefront, and where they reach it. */
export const ShopSettings = Closed({
  name: RequiredText(40),
  tagline: RequiredText(80),
  description: RequiredText(200),
  /** Above every page, such as "Free shipping on every order". */
  utility_note: OptionalText(80),
  /** Who sells what names no other seller. */
  seller: RequiredText(80),
  email: EmailAddress,
  phone: OptionalPhone,
  street: RequiredText(120),
  /** "Portland, Oregon 97205". */
  town: RequiredText(120),
  /** When people answer, such as "8 AM to 10 PM". As compiled if absent. */
  hours: Type.Optional(OptionalText(60)),
  /** What a call costs. As compiled if absent. */
  call_note: Type.Optional(OptionalText(80)),
  /** Offered to who has found nothing. */
  popular_searches: Type.Array(RequiredText(MAX_SEARCH_LENGTH), { maxItems: MAX_POPULAR_SEARCHES }),
});
export type ShopSettings = Static<typeof ShopSettings>;

export const OpeningSettings = Closed({
  /** A line above every page; '' for none. */
  notice: OptionalText(160),
  /** No orders are taken. */
  closed: Type.Boolean(),
  /** What shoppers read while it is closed, such as "Back on Monday." */
  closed_text: OptionalText(160),
});
export type OpeningSettings = Static<typeof OpeningSettings>;

/** Methods that the checkout offers, if they are set up. */
export const PaymentSettings = Closed({
  bank: Type.Boolean(),
  /** Where customers transfer money to; '' for none. */
  bank_account: OptionalText(200),
  global: Type.Boolean(),
  cash: Type.Boolean(),
});
export type PaymentSettings = Static<typeof PaymentSettings>;

const MAX_RATE = 1_000_000;
const MIN_RATE = 0.000001;
/** Units per US dollar, as fine as the database keeps them. */
const Rate = Type.Number({ minimum: MIN_RATE, maximum: MAX_RATE });
export const CurrencySettings = Closed({
  rates: Closed(
    Object.fromEntries(CURRENCIES.filter((code) => code !== 'USD').map((code) => [code, Rate])) as Record<
      Exclude<(typeof CURRENCIES)[number], 'USD'>,
      typeof Rate
    >, // exactly these keys
  ),
  /** The day they are of, such as "2026-11-29". */
  rated_on: Type.String({ maxLength: 10, pattern: /^\d{4}-\d\d-\d\d$/.source }),
});
export type CurrencySettings = Static<typeof CurrencySettings>;

/** Words that find the same goods, a group each. */
export const SearchSettings = Closed({
  synonyms: Type.Array(Type.Array(RequiredText(MAX_SEARCH_LENGTH), { minItems: 2, maxItems: MAX_SYNONYMS }), {
    maxItems: MAX_SYNONYM_GROUPS,
  }),
});
export type SearchSettings = Static<typeof SearchSettings>;

const group = {
  /** Counts its changes; 0 while it is as configured. */
  version: Type.Integer({ minimum: 0 }),
  /** Null while it is as configured. */
  edited: Nullable(Type.Object({ at: Type.String(), by: Type.String() })),
};
const Group = <Value extends TObject>(value: Value) => Type.Object({ ...group, value });

/** As they are in effect: other rules may have been in force when they were set. */
const Texts = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, Type.String()])) as Record<Name, TString>; // these keys
const Flags = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Boolean()])) as Record<Name, TBoolean>; // these keys
const ShopInEffect = Type.Object({
  ...Texts('name', 'tagline', 'description', 'utility_note', 'seller', 'email', 'phone', 'street', 'town'),
  popular_searches: Type.Array(Type.String()),
});
const OpeningInEffect = Type.Object({ ...Texts('notice', 'closed_text'), ...Flags('closed') });
const PaymentsInEffect = Type.Object({ ...Texts('bank_account'), ...Flags('bank', 'global', 'cash') });
const CurrenciesInEffect = Type.Object({
  rates: Type.Record(Type.String(), Type.Number()),
  rated_on: Type.String(),
});
const SearchInEffect = Type.Object({ synonyms: Type.Array(Type.Array(Type.String())) });

export const StaffSettings = Type.Object({
  shops: Type.Array(Type.Object({ store: StorefrontSlug, shop: Group(ShopInEffect), opening: Group(OpeningInEffect) })),
  payments: Type.Object({
    ...Group(PaymentsInEffect).properties,
    /** Who takes online payments: 'stripe', 'sandbox' or 'none'. Environment variables say it. */
    provider: Type.String(),
  }),
  currencies: Group(CurrenciesInEffect),
  search: Group(SearchInEffect),
});
export type StaffSettings = Static<typeof StaffSettings>;

const response = Type.Object({ status: Type.Literal(true), message: Type.String(), data: StaffSettings });
const failureMessage = 'The settings could not be saved.';
const params = Type.Object({ store: Type.String({ minLength: 1, maxLength: 64, pattern: /^[a-z-]+$/.source }) });
/** The version that was seen. */
const seen = { version: group.version };

export const getStaffSettings = defineEndpoint({
  method: 'GET',
  path: '/admin/settings',
  access,
  response,
  failureMessage: 'Failed to fetch the settings',
});

export const changeShopSettings = defineEndpoint({
  method: 'PUT',
  path: '/admin/settings/shop/:store',
  access,
  params,
  body: Closed({ ...seen, value: ShopSettings }),
  response,
  failureMessage,
});

/** The notice bar, and whether the shop takes orders. */
export const changeOpeningSettings = defineEndpoint({
  method: 'PUT',
  path: '/admin/settings/opening/:store',
  access,
  params,
  body: Closed({ ...seen, value: OpeningSettings }),
  response,
  failureMessage,
});

/** Asks for a confirmation: it says where money goes. */
export const changePaymentSettings = defineEndpoint({
  method: 'PUT',
  path: '/admin/settings/payments',
  access,
  body: Closed({ ...seen, value: PaymentSettings }),
  response,
  failureMessage,
});

export const changeCurrencySettings = defineEndpoint({
  method: 'PUT',
  path: '/admin/settings/currencies',
  access,
  body: Closed({ ...seen, value: CurrencySettings }),
  response,
  failureMessage,
});

export const changeSearchSettings = defineEndpoint({
  method: 'PUT',
  path: '/admin/settings/search',
  access,
  body: Closed({ ...seen, value: SearchSettings }),
  response,
  failureMessage,
});
