import { KindGuard, type TSchema, type TString } from '@sinclair/typebox';
import { Check, Create } from '@sinclair/typebox/value';
import { getMe } from '../contracts/account';
import { addAddress, changeAddress, listAddresses } from '../contracts/addresses';
import { login, verifyOtp } from '../contracts/auth';
import { listBrands } from '../contracts/brands';
import { applyCoupon, checkCart, getCart, putCart, type OrderItemInput, type PricedCart } from '../contracts/cart';
import { listCategories } from '../contracts/categories';
import { CURRENCIES, PAYMENT_METHODS } from '../contracts/constants';
import type { Coupon } from '../contracts/coupons';
import { listCurrencies } from '../contracts/currencies';
import {
  cancelOrder,
  getOrder,
  listOrders,
  openGuestOrder,
  placeOrder,
  type Order,
  type PlaceOrderBody,
} from '../contracts/orders';
import { listPaymentMethods } from '../contracts/payments';
import { getPost, listPosts, type PostDetail } from '../contracts/posts';
import { getProduct, listProducts, listProductsById, listRelatedProducts } from '../contracts/products';
import { listReviews, writeReview } from '../contracts/reviews';
import { listCategoriesWithProducts, listCategoryProducts, listTrendingProducts } from '../contracts/topProducts';
import { addToWishlist, listWishlist, type WishlistEntry } from '../contracts/wishlist';
import { answering, type ContractAnswer } from './answering';
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

/** Texts that mean something, by the name of the field: a screen formats dates and shows addresses. */
const TEXTS: readonly (readonly [name: RegExp, text: string])[] = [
  [/(_at|date|time)$/i, '2026-11-21T12:00:00Z'],
  [/image|logo/i, ''],
  [/url$/i, 'https://pay.example/session'],
  [/email/i, 'ada@example.com'],
  [/phone/i, '+1 212 555 0100'],
  [/otp/i, '123456'],
  [/password/i, 'correct horse'],
];
/** What patterns and lengths ask for, tried in turn. */
const PLAIN_TEXTS = ['text', '1', 'ada@example.com', '+1 212 555 0100', '123456', 'correct horse'];

const textOf = (schema: TString, name: string): string => {
  const meant = TEXTS.find(([pattern]) => pattern.test(name))?.[1];
  const text = [meant, ...PLAIN_TEXTS].find((candidate) => Check(schema, candidate));
  if (text === undefined)
    throw new Error(`No example is known of "${name}" ${JSON.stringify(schema)}: add one to contractAnswers.ts`);
  return text;
};

/**
 * A value that is valid by a schema, with everything optional in it and at least one entry in every list, so that a
 * screen has something to show.
 */
export const exampleOf = (schema: TSchema, name = ''): unknown => {
  if (KindGuard.IsObject(schema))
    return Object.fromEntries(Object.entries(schema.properties).map(([key, part]) => [key, exampleOf(part, key)]));
  if (KindGuard.IsArray(schema))
    return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => exampleOf(schema.items, name));
  if (KindGuard.IsIntersect(schema))
    // contracts intersect objects only
    return Object.fromEntries(schema.allOf.flatMap((part) => Object.entries(exampleOf(part) as object)));
  if (KindGuard.IsUnion(schema) && schema.anyOf[0]) return exampleOf(schema.anyOf[0], name);
  if (KindGuard.IsString(schema)) return textOf(schema, name);
  return Create(schema);
};

const read = { success: true, message: '' } as const;
const done = { status: true, message: '' } as const;

const products = [aProduct(), aProduct({ id: 'ring-solitaire', sku: 'OR-R-0143', name: 'Solitaire Ring', price: 280 })];
const topProducts = [
  aTopProduct(),
  aTopProduct({ id: 'ring-solitaire', sku: 'OR-R-0143', name: 'Solitaire Ring', discounted_price: 280 }),
];
const posts = [aPost(), aPost({ id: 'choosing-a-stone', title: 'Choosing a stone' })];
const categories = [aCategory(), aCategory({ name: 'Earrings', slug: 'earrings' })];
const session = { ...done, user: aUser(), token: 'token-1' };

const STOCK = 5;
const priced = (items: readonly OrderItemInput[], coupon: Coupon | null): PricedCart =>
  aPricedCart(
    items.map((item) => ({ ...item, quantity: Math.min(item.quantity, STOCK), available: STOCK })),
    coupon,
  );
const couponOf = (code: string | null): Coupon | null =>
  code === null ? null : { code: code.toUpperCase(), kind: 'percent', amount: 10, minimum: 0 };

const postOf = (id: string): PostDetail => ({
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

const wished = (id: string): WishlistEntry => ({
  id,
  name: 'Halo Diamond Ring',
  image: '',
  price: 320,
  category: 'Rings',
  rating: 4.8,
  priceFrom: false,
});

const orderOf = ({
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

/**
 * What the shop answers to who asks for something that is there. Endpoints that are not here answer any example of
 * their contract.
 */
export const contractAnswers: readonly ContractAnswer[] = [
  answering(getMe, () => ({ ...session, ways: { password: true, google: false } })),
  answering(login, () => session),
  answering(verifyOtp, () => session),

  answering(listAddresses, () => ({ ...done, data: [anAddress()] })),
  answering(addAddress, ({ body }) => ({
    ...done,
    address: { ...anAddress({ id: 'address-2', default_billing: false }), ...body },
  })),
  answering(changeAddress, ({ params, body }) => ({ ...done, address: { ...anAddress(), ...body, id: params.id } })),
  answering(listWishlist, () => ({ ...done, data: [wished('ring-halo')] })),
  answering(addToWishlist, ({ body }) => ({ ...done, data: body.product_ids.map(wished) })),

  answering(listBrands, () => ({
    ...read,
    data: [aBrand(), aBrand({ id: 2, slug: 'silver-works', name: 'Silver Works' })],
  })),
  answering(listCategories, () => ({ ...read, data: categories })),
  answering(listCategoryProducts, ({ query }) => ({
    ...read,
    data: { products: topProducts, category: { slug: query.category ?? 'rings', name: 'Rings' } },
  })),
  answering(listCategoriesWithProducts, () => ({
    ...read,
    data: { categories, products: topProducts, selected_category_slug: 'rings' },
  })),
  answering(listTrendingProducts, () => ({ ...read, data: { products: topProducts, page: 1, pageCount: 1 } })),
  answering(listProducts, () => ({ ...read, data: aProductPage(products) })),
  answering(getProduct, ({ params }) => ({ ...read, data: aProductDetail({ id: params.id }) })),
  answering(listRelatedProducts, ({ params }) => ({ ...read, data: products.filter(({ id }) => id !== params.id) })),
  answering(listProductsById, ({ query }) => ({ ...read, data: query.ids.split(',').map((id) => aProduct({ id })) })),
  answering(listReviews, () => ({ ...read, data: aReviewPage() })),
  answering(writeReview, ({ body }) => ({
    ...read,
    data: aReviewPage({ items: [{ ...body, userName: 'Ada L.', date: '2026-11-21T12:00:00Z' }] }),
  })),
  answering(listCurrencies, () => ({
    ...done,
    data: CURRENCIES.map((code) => ({ code, rate: code === 'USD' ? 1 : 0.9 })),
  })),

  answering(listPosts, () => ({ ...read, data: { items: posts, total: posts.length, page: 1, pageSize: 6 } })),
  answering(getPost, ({ params }) => ({ ...read, data: postOf(params.id) })),

  answering(getCart, () => ({ ...done, data: { ...aPricedCart([{}]), version: 1 } })),
  answering(putCart, ({ body }) => ({
    ...done,
    data: { ...priced(body.items, couponOf(body.coupon_code)), version: body.version + 1 },
  })),
  answering(checkCart, ({ body }) => ({ ...done, data: priced(body.items, couponOf(body.coupon_code)) })),
  answering(applyCoupon, ({ body }) => ({ ...done, data: priced(body.items, couponOf(body.code)) })),

  answering(listPaymentMethods, () => ({
    ...done,
    data: PAYMENT_METHODS.map((method) => ({ method, available: true })),
  })),
  answering(placeOrder, ({ body }) => ({ ...done, order: orderOf(body) })),
  answering(getOrder, ({ params }) => ({ ...done, order: anOrder(params) })),
  answering(openGuestOrder, ({ params }) => ({ ...done, order: anOrder(params) })),
  answering(cancelOrder, ({ params }) => ({
    ...done,
    order: anOrder({ ...params, status: 'cancelled', cancellable: false }),
  })),
  answering(listOrders, () => {
    const { number, status, created_at, total, lines } = anOrder();
    return {
      ...done,
      data: { items: [{ number, status, created_at, total, lines }], total: 1, page: 1, pageSize: 10 },
    };
  }),
];
