import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Closed, defineEndpoint, Nullable } from '../endpoint';
import { typedText } from '../fields';

export const ProductStatus = Type.Union([Type.Literal('draft'), Type.Literal('published'), Type.Literal('archived')]);
export type ProductStatus = Static<typeof ProductStatus>;

/** The lists that the desk of products begins with. */
export const PRODUCT_VIEWS = ['all', 'published', 'low', 'out', 'sale', 'drafts', 'archived'] as const;
export type ProductView = (typeof PRODUCT_VIEWS)[number];

/** As many as one call changes. */
export const MAX_CHANGED_PRODUCTS = 50;
export const MAX_PRICE_PERCENT = 300;
export const MIN_PRICE_PERCENT = -90;
export const MAX_SALE_PERCENT = 90;

export const StaffProductRow = Type.Object({
  id: Type.String(),
  store: Type.String(),
  sku: Type.String(),
  name: Type.String(),
  image: Type.String(),
  /** Names. */
  category: Type.String(),
  brand: Type.String(),
  status: ProductStatus,
  /** What can be bought, of all variants together. */
  stock: Type.Integer(),
  /** 0 for a product that is sold as it is. */
  variants: Type.Integer(),
  /** What can be bought of the variant of which there is the least. */
  least: Type.Integer(),
  /** Dollars; of variants, the cheapest one's. */
  price: Type.Number(),
  /** Before its sale; null without one. */
  original_price: Nullable(Type.Number()),
  /** ISO 8601 instant at which it was made or last changed. */
  changed_at: Type.String(),
});
export type StaffProductRow = Static<typeof StaffProductRow>;

const Filter = Type.Optional(Type.String({ maxLength: 128 }));

/** Products, the last changed first, what runs low by what is left; fifty at a time. */
export const listStaffProducts = defineEndpoint({
  method: 'GET',
  path: '/admin/products',
  access: { staff: 'catalog.write' },
  query: Type.Object({
    /** One of PRODUCT_VIEWS; 'all' if unset. */
    view: Filter,
    store: Filter,
    /** Slugs. */
    category: Filter,
    brand: Filter,
    /** A SKU, or beginnings of the words of name, category and brand. */
    q: Type.Optional(Type.String({ ...typedText, maxLength: 128 })),
    cursor: Filter,
  }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({
      items: Type.Array(StaffProductRow),
      next: Nullable(Type.String()),
      /** At most 1,000. */
      total: Type.Integer(),
    }),
  }),
  failureMessage: 'Failed to fetch the products',
});

/** What became of one product: an error names why nothing was done. */
const Outcome = Type.Object({ id: Type.String(), error: Nullable(Type.String()) });
export type ProductOutcome = Static<typeof Outcome>;

/** Changes several products in one way, each on its own: what goes wrong with one stops no other. */
export const changeStaffProducts = defineEndpoint({
  method: 'POST',
  path: '/admin/products/changes',
  access: { staff: 'catalog.write' },
  body: Closed({
    ids: Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { minItems: 1, maxItems: MAX_CHANGED_PRODUCTS }),
    /** One of the three. */
    status: Type.Optional(ProductStatus),
    /** By how much prices change. */
    price_percent: Type.Optional(Type.Integer({ minimum: MIN_PRICE_PERCENT, maximum: MAX_PRICE_PERCENT })),
    /** By how much a sale is below the price before; 0 ends it. */
    sale_percent: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_SALE_PERCENT })),
  }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), data: Type.Array(Outcome) }),
  failureMessage: 'The products could not be changed.',
});
