import type { Static, TOptional, TString } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Closed, defineEndpoint, Nullable } from '../endpoint';
import { ATTRIBUTES, FACETS, mapFacets, type AttributeId } from '../facets';
import { OptionalText, RequestKey, RequiredText, typedText } from '../fields';
import { StorefrontSlug } from '../storefront';
import { AuditRow } from './audit';

const OWN_FIELDS = [
  'name',
  'sku',
  'status',
  'category',
  'brand',
  'seller',
  'price',
  'original_price',
  'unit',
  'net_weight',
  'popular',
  'featured_rank',
  'images',
  'short_description',
  'description',
  'features',
  'specifications',
  'variant_label',
  'variants',
  'store_features',
] as const;

/**
 * What the page of a product edits: columns of product files, as texts of the same form, so that both have the same
 * rules. The stock in a variant's line is ignored: `changeProductStock` changes it.
 */
export type ProductField = (typeof OWN_FIELDS)[number] | AttributeId;
export const PRODUCT_FIELDS: readonly ProductField[] = [...OWN_FIELDS, ...ATTRIBUTES.map(({ id }) => id)];

/** Lists are one line for each entry. The body of a request limits all of them together. */
const FieldText = Type.String({ ...typedText, maxLength: 60_000 });

const mapFields = <T>(schema: T): Record<ProductField, T> =>
  // Object.fromEntries does not infer the keys.
  Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, schema])) as Record<ProductField, T>;
const Fields = Type.Object(mapFields<TString>(FieldText));
export type ProductTexts = Readonly<Static<typeof Fields>>;
const ChangedFields = Closed(mapFields<TOptional<TString>>(Type.Optional(FieldText)));

const Pieces = Type.Object({
  /** Null for a product without variants. */
  variant_id: Nullable(Type.String()),
  /** What can be bought. */
  stock: Type.Integer(),
  /** What unpaid orders hold; the stock no longer contains it. */
  held: Type.Integer(),
});

export const StaffProduct = Type.Object({
  id: Type.String(),
  store: StorefrontSlug,
  /** Raised by each change that is not an order or a review. A change names the one that was seen. */
  version: Type.Integer(),
  fields: Fields,
  stock: Type.Array(Pieces),
  created_at: Type.String(),
  changed_at: Type.String(),
  /** Its page in the shop; null unless it is published. */
  link: Nullable(Type.String()),
  /** Whether it can be deleted: a draft that no order has. */
  deletable: Type.Boolean(),
  /** Long texts are cut. */
  timeline: Type.Array(AuditRow),
});
export type StaffProduct = Static<typeof StaffProduct>;

/** Addresses of the back office beside those of products: no product gets such an id. */
export const RESERVED_PRODUCT_IDS: readonly string[] = ['new', 'import'];

const ProductId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 128 }) });
const StaffProductAnswer = Type.Object({ status: Type.Literal(true), message: Type.String(), data: StaffProduct });

export const getStaffProduct = defineEndpoint({
  method: 'GET',
  path: '/admin/products/:id',
  access: { staff: 'catalog.write' },
  params: ProductId,
  response: StaffProductAnswer,
  failureMessage: 'Failed to fetch the product',
});

const Choice = Type.Object({ value: Type.String(), label: Type.String() });

/** What products of each storefront can be: its categories and brands, and the values that its attributes have. */
export const getProductChoices = defineEndpoint({
  method: 'GET',
  path: '/admin/product-choices',
  access: { staff: 'catalog.write' },
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Array(Type.Object({ store: StorefrontSlug, ...mapFacets(FACETS, () => Type.Array(Choice)) })),
  }),
  failureMessage: 'Failed to fetch the categories and brands',
});

/** Makes a draft. Its id and SKU are made from its name; nothing of it is in stock. */
export const createStaffProduct = defineEndpoint({
  method: 'POST',
  path: '/admin/products',
  access: { staff: 'catalog.write' },
  body: Closed({
    store: StorefrontSlug,
    name: RequiredText(200),
    category: RequiredText(64),
    brand: RequiredText(64),
    /** Dollars: "12.50". */
    price: RequiredText(20),
  }),
  response: StaffProductAnswer,
  failureMessage: 'The product could not be created.',
});

/** Changes the fields that are given. If somebody else was faster, the answer has theirs. */
export const changeStaffProduct = defineEndpoint({
  method: 'PATCH',
  path: '/admin/products/:id',
  access: { staff: 'catalog.write' },
  params: ProductId,
  body: Closed({ version: Type.Integer({ minimum: 0 }), fields: ChangedFields }),
  response: StaffProductAnswer,
  failureMessage: 'The product could not be saved.',
});

/** Makes a draft that is the same, with an id and SKUs of its own, and answers it. */
export const duplicateStaffProduct = defineEndpoint({
  method: 'POST',
  path: '/admin/products/:id/duplicate',
  access: { staff: 'catalog.write' },
  params: ProductId,
  response: StaffProductAnswer,
  failureMessage: 'The product could not be duplicated.',
});

/** Deletes a draft that no order has. */
export const deleteStaffProduct = defineEndpoint({
  method: 'DELETE',
  path: '/admin/products/:id',
  access: { staff: 'catalog.write' },
  params: ProductId,
  response: Type.Object({ status: Type.Literal(true), message: Type.String() }),
  failureMessage: 'The draft could not be deleted.',
});

/** Makes a link to the shop's page of a product, also of a draft, which whoever has it can read for an hour. */
export const previewStaffProduct = defineEndpoint({
  method: 'POST',
  path: '/admin/products/:id/preview',
  access: { staff: 'catalog.write' },
  params: ProductId,
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    url: Type.String(),
    valid_until: Type.String(),
  }),
  failureMessage: 'The preview could not be opened.',
});

export const STOCK_REASONS = ['received', 'counted', 'damaged', 'returned', 'other'] as const;
const StockReason = Type.Union(STOCK_REASONS.map((reason) => Type.Literal(reason)));
export type StockReason = (typeof STOCK_REASONS)[number];
const MAX_PIECES = 10_000_000;

/** Changes the stock of a product, or of one of its variants, by some pieces or to what was counted. */
export const changeProductStock = defineEndpoint({
  method: 'POST',
  path: '/admin/products/:id/stock',
  access: { staff: 'catalog.write' },
  params: ProductId,
  body: Closed({
    variant_id: Nullable(Type.String({ maxLength: 64 })),
    /** One of the two: how many more or fewer, or how many there are, with those that unpaid orders hold. */
    change: Type.Optional(Type.Integer({ minimum: -MAX_PIECES, maximum: MAX_PIECES })),
    count: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_PIECES })),
    reason: StockReason,
    note: OptionalText(200),
    /** Made up by the client: a repeated request is one change. Pages of an older release have none. */
    key: Type.Optional(RequestKey),
  }),
  response: StaffProductAnswer,
  failureMessage: 'The stock could not be changed.',
});

const StockChange = Type.Object({
  id: Type.String(),
  at: Type.String(),
  variant_id: Nullable(Type.String()),
  change: Type.Integer(),
  /** What could be bought after it; null of an order. */
  left: Nullable(Type.Integer()),
  /** One of STOCK_REASONS; "imported", "undone" and "edited" of what changed with the product; "ordered". */
  reason: Type.String(),
  note: Type.String(),
  by: Type.String(),
  /** Number of the order that took the pieces. */
  order: Nullable(Type.String()),
});
export type StockChange = Static<typeof StockChange>;

/** How the stock of a product has changed, newest first, fifty at a time. Canceled orders have given back. */
export const listStockChanges = defineEndpoint({
  method: 'GET',
  path: '/admin/products/:id/stock',
  access: { staff: 'catalog.write' },
  params: ProductId,
  query: Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 128 })) }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({ items: Type.Array(StockChange), next: Nullable(Type.String()) }),
  }),
  failureMessage: 'Failed to fetch the history of the stock',
});
