import { KindGuard, type TSchema, type TString } from '@sinclair/typebox';
import { Check, Create } from '@sinclair/typebox/value';
import { getMe } from '../account';
import { addAddress, changeAddress, listAddresses } from '../addresses';
import { login, verifyOtp } from '../auth';
import { listBrands } from '../brands';
import { applyCoupon, checkCart, getCart, putCart, type OrderItemInput, type PricedCart } from '../cart';
import { listCategories } from '../categories';
import { CURRENCIES, PAYMENT_METHODS } from '../constants';
import type { Coupon } from '../coupons';
import { listCurrencies } from '../currencies';
import {
  cancelOrder,
  getOrder,
  listOrders,
  openGuestOrder,
  placeOrder,
  type Order,
  type PlaceOrderBody,
} from '../orders';
import { listBoughtProducts } from '../boughtProducts';
import { listPaymentMethods } from '../payments';
import { getPost, listPosts, type PostDetail } from '../posts';
import { getProduct, listProducts, listProductsById, listRelatedProducts } from '../products';
import { getWaitingReview, listReviews, writeReview } from '../reviews';
import { listCategoriesWithProducts, listCategoryProducts, listTrendingProducts } from '../topProducts';
import { addToWishlist, listWishlist, type WishlistEntry } from '../wishlist';
import { respondTo, type ContractResponse } from './respondTo';
import {
  aBrand,
  aCategory,
  anAddress,
  anOrder,
  aPost,
  aPricedCart,
  aProduct,
  aProductDetail,
  aProductPage,
  aReviewPage,
  aTopProduct,
  aUser,
} from './builders';

/** Example texts by field name, for fields that pages format or display. */
const TEXTS: readonly (readonly [name: RegExp, text: string])[] = [
  [/(_at|date|time)$/i, '2026-11-21T12:00:00Z'],
  [/image|logo/i, ''],
  [/url$/i, 'https://pay.example/session'],
  [/email/i, 'ada@example.com'],
  [/phone/i, '+1 212 555 0100'],
  [/otp/i, '123456'],
  [/password/i, 'correct horse'],
];
/** Candidates for other patterns and lengths, tried in order. */
const PLAIN_TEXTS = ['text', '1', 'ada@example.com', '+1 212 555 0100', '123456', 'correct horse'];

const createExampleText = (schema: TString, name: string): string => {
  const meant = TEXTS.find(([pattern]) => pattern.test(name))?.[1];
  const text = [meant, ...PLAIN_TEXTS].find((candidate) => Check(schema, candidate));
  if (text === undefined)
    throw new Error(`There is no example for "${name}" ${JSON.stringify(schema)}: add one to contractResponses.ts`);
  return text;
};

/**
 * Creates a valid value for a schema. It includes all optional properties and at least one entry per list, so that
 * pages have something to show.
 */
export const createExample = (schema: TSchema, name = ''): unknown => {
  if (KindGuard.IsObject(schema))
    return Object.fromEntries(Object.entries(schema.properties).map(([key, part]) => [key, createExample(part, key)]));
  if (KindGuard.IsArray(schema))
    return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => createExample(schema.items, name));
  if (KindGuard.IsIntersect(schema))
    // contracts only intersect objects
    return Object.fromEntries(schema.allOf.flatMap((part) => Object.entries(createExample(part) as object)));
  if (KindGuard.IsUnion(schema) && schema.anyOf[0]) return createExample(schema.anyOf[0], name);
  if (KindGuard.IsString(schema)) return createExampleText(schema, name);
  return Create(schema);
};

const readSuccess = { success: true, message: '' } as const;
const success = { status: true, message: '' } as const;

const products = [aProduct(), aProduct({ id: 'ring-solitaire', sku: 'OR-R-0143', name: 'Solitaire Ring', price: 280 })];
const topProducts = [
  aTopProduct(),
  aTopProduct({ id: 'ring-solitaire', sku: 'OR-R-0143', name: 'Solitaire Ring', discounted_price: 280 }),
];
const posts = [aPost(), aPost({ id: 'choosing-a-stone', title: 'Choosing a stone' })];
const categories = [aCategory(), aCategory({ name: 'Earrings', slug: 'earrings' })];
const session = { ...success, user: aUser(), token: 'token-1' };

const STOCK = 5;
const priceItems = (items: readonly OrderItemInput[], coupon: Coupon | null): PricedCart =>
  aPricedCart(
    items.map((item) => ({ ...item, quantity: Math.min(item.quantity, STOCK), available: STOCK })),
    coupon,
  );
const createCoupon = (code: string | null): Coupon | null =>
  code === null ? null : { code: code.toUpperCase(), kind: 'percent', amount: 10, minimum: 0 };

const createPost = (id: string): PostDetail => ({
  ...aPost({ id }),
  store: 'jewellery-store',
  author: 'Ada Lovelace',
  readingTime: 2,
  more: posts.filter((post) => post.id !== id),
  body: [
    { kind: 'heading', level: 2, id: 'water', text: 'Water' },
    { kind: 'paragraph', runs: [{ text: 'Warm, never hot.' }] },
  ],
});

const createWishlistEntry = (id: string): WishlistEntry => ({
  id,
  name: 'Halo Diamond Ring',
  image: '',
  price: 320,
  category: 'Rings',
  rating: 4.8,
  priceFrom: false,
  stock: 5,
  measure: null,
});

const createOrder = ({
  items,
  billing,
  shipping_address,
  payment_method,
  expected_total,
  coupon_code = null,
  display_currency = 'USD',
}: PlaceOrderBody): Order =>
  anOrder({
    lines: items.map(({ product_id, variant_id, quantity }) => ({
      product_id,
      variant_id,
      quantity,
      sku: 'OR-R-0142',
      name: 'Halo Diamond Ring',
      image: '',
      unit_price: 320,
      line_total: 320 * quantity,
    })),
    billing,
    payment_method,
    display_currency,
    coupon_code,
    shipping_address: shipping_address ?? null,
    subtotal: expected_total,
    total: expected_total,
  });

/** Default responses for existing data. Other endpoints return an example of their contract. */
export const contractResponses: readonly ContractResponse[] = [
  respondTo(getMe, () => ({ ...session, ways: { password: true, google: false } })),
  respondTo(login, () => session),
  respondTo(verifyOtp, () => session),

  respondTo(listAddresses, () => ({ ...success, data: [anAddress()] })),
  respondTo(addAddress, ({ body }) => ({
    ...success,
    address: { ...anAddress({ id: 'address-2', default_billing: false }), ...body },
  })),
  respondTo(changeAddress, ({ params, body }) => ({ ...success, address: { ...anAddress(), ...body, id: params.id } })),
  respondTo(listWishlist, () => ({ ...success, data: [createWishlistEntry('ring-halo')] })),
  respondTo(addToWishlist, ({ body }) => ({ ...success, data: body.product_ids.map(createWishlistEntry) })),

  respondTo(listBrands, () => ({
    ...readSuccess,
    data: [aBrand(), aBrand({ id: 2, slug: 'silver-works', name: 'Silver Works' })],
  })),
  respondTo(listCategories, () => ({ ...readSuccess, data: categories })),
  respondTo(listCategoryProducts, ({ query }) => ({
    ...readSuccess,
    data: { products: topProducts, category: { slug: query.category ?? 'rings', name: 'Rings' } },
  })),
  respondTo(listCategoriesWithProducts, () => ({
    ...readSuccess,
    data: { categories, products: topProducts, selected_category_slug: 'rings' },
  })),
  respondTo(listTrendingProducts, () => ({ ...readSuccess, data: { products: topProducts, page: 1, pageCount: 1 } })),
  respondTo(listProducts, () => ({ ...readSuccess, data: aProductPage(products) })),
  respondTo(getProduct, ({ params }) => ({ ...readSuccess, data: aProductDetail({ id: params.id }) })),
  respondTo(listRelatedProducts, ({ params }) => ({
    ...readSuccess,
    data: products.filter(({ id }) => id !== params.id),
  })),
  respondTo(listProductsById, ({ query }) => ({
    ...readSuccess,
    data: query.ids.split(',').map((id) => aProduct({ id })),
  })),
  respondTo(listReviews, () => ({ ...readSuccess, data: aReviewPage() })),
  respondTo(writeReview, ({ body }) => ({
    ...readSuccess,
    data: aReviewPage({ items: [{ ...body, userName: 'Ada L.', date: '2026-11-21T12:00:00Z' }] }),
  })),
  respondTo(getWaitingReview, () => ({ ...readSuccess, data: null })),
  respondTo(listCurrencies, () => ({
    ...success,
    data: CURRENCIES.map((code) => ({ code, rate: code === 'USD' ? 1 : 0.9 })),
  })),

  respondTo(listPosts, () => ({ ...readSuccess, data: { items: posts, total: posts.length, page: 1, pageSize: 6 } })),
  respondTo(getPost, ({ params }) => ({ ...readSuccess, data: createPost(params.id) })),

  respondTo(getCart, () => ({ ...success, data: { ...aPricedCart([{}]), version: 1 } })),
  respondTo(putCart, ({ body }) => ({
    ...success,
    data: { ...priceItems(body.items, createCoupon(body.coupon_code)), version: body.version + 1 },
  })),
  respondTo(checkCart, ({ body }) => ({ ...success, data: priceItems(body.items, createCoupon(body.coupon_code)) })),
  respondTo(applyCoupon, ({ body }) => ({ ...success, data: priceItems(body.items, createCoupon(body.code)) })),

  respondTo(listPaymentMethods, () => ({
    ...success,
    data: PAYMENT_METHODS.map((method) => ({ method, available: true })),
  })),
  respondTo(placeOrder, ({ body }) => ({ ...success, order: createOrder(body) })),
  respondTo(getOrder, ({ params }) => ({ ...success, order: anOrder(params) })),
  respondTo(openGuestOrder, ({ params }) => ({ ...success, order: anOrder(params) })),
  respondTo(cancelOrder, ({ params }) => ({
    ...success,
    order: anOrder({ ...params, status: 'canceled', cancelable: false }),
  })),
  respondTo(listBoughtProducts, () => ({ ...success, data: [] })),
  respondTo(listOrders, () => {
    const { number, status, created_at, total, lines } = anOrder();
    return {
      ...success,
      data: { items: [{ number, status, created_at, total, lines }], total: 1, page: 1, pageSize: 10 },
    };
  }),
];
