import { getMe } from '../account';
import { getStaffOrder } from '../admin/orders';
import { getProductChoices, getStaffProduct } from '../admin/product';
import { addAddress, changeAddress, listAddresses } from '../addresses';
import { login, verifyOtp } from '../auth';
import { listBrands } from '../brands';
import { applyCoupon, checkCart, getCart, putCart, type OrderItemInput, type PricedCart } from '../cart';
import { listCategories } from '../categories';
import { CURRENCIES, PAYMENT_METHODS } from '../constants';
import type { Coupon } from '../coupons';
import { listCurrencies } from '../currencies';
import { ATTRIBUTES, mapFacets } from '../facets';
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
import { respondTo, type ContractAnswer } from './respondTo';
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
  aStaffOrder,
  aStaffProduct,
  aTopProduct,
  aUser,
} from './builders';

const products = [aProduct(), aProduct({ id: 'ring-solitaire', sku: 'OR-R-0143', name: 'Solitaire Ring', price: 280 })];
const topProducts = [
  aTopProduct(),
  aTopProduct({ id: 'ring-solitaire', sku: 'OR-R-0143', name: 'Solitaire Ring', discounted_price: 280 }),
];
const posts = [aPost(), aPost({ id: 'choosing-a-stone', title: 'Choosing a stone' })];
const categories = [aCategory(), aCategory({ name: 'Earrings', slug: 'earrings' })];
const session = { user: aUser(), token: 'token-1' };

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

/** Answers with data that belongs together. Other endpoints have an example of their contract. */
export const contractAnswers: readonly ContractAnswer[] = [
  respondTo(getMe, () => ({ ...session, ways: { password: true, google: false } })),
  respondTo(login, () => session),
  respondTo(verifyOtp, () => session),

  respondTo(listAddresses, () => ({ data: [anAddress()] })),
  respondTo(addAddress, ({ body }) => ({
    address: { ...anAddress({ id: 'address-2', default_billing: false }), ...body },
  })),
  respondTo(changeAddress, ({ params, body }) => ({ address: { ...anAddress(), ...body, id: params.id } })),
  respondTo(listWishlist, () => ({ data: [createWishlistEntry('ring-halo')] })),
  respondTo(addToWishlist, ({ body }) => ({ data: body.product_ids.map(createWishlistEntry) })),

  respondTo(listBrands, () => ({
    data: [aBrand(), aBrand({ id: 2, slug: 'silver-works', name: 'Silver Works' })],
  })),
  respondTo(listCategories, () => ({ data: categories })),
  respondTo(listCategoryProducts, ({ query }) => ({
    data: { products: topProducts, category: { slug: query.category ?? 'rings', name: 'Rings' } },
  })),
  respondTo(listCategoriesWithProducts, () => ({
    data: { categories, products: topProducts, selected_category_slug: 'rings' },
  })),
  respondTo(listTrendingProducts, () => ({ data: { products: topProducts, page: 1, pageCount: 1 } })),
  respondTo(listProducts, () => ({ data: aProductPage(products) })),
  respondTo(getProduct, ({ params }) => ({ data: aProductDetail({ id: params.id }) })),
  respondTo(listRelatedProducts, ({ params }) => ({
    data: products.filter(({ id }) => id !== params.id),
  })),
  respondTo(listProductsById, ({ query }) => ({
    data: (query.ids ?? '').split(',').map((id) => aProduct({ id })),
  })),
  respondTo(listReviews, () => ({ data: aReviewPage() })),
  respondTo(writeReview, ({ body }) => ({
    data: aReviewPage({ items: [{ ...body, userName: 'Ada L.', date: '2026-11-21T12:00:00Z' }] }),
  })),
  respondTo(getWaitingReview, () => ({ data: null })),
  respondTo(listCurrencies, () => ({
    data: CURRENCIES.map((code) => ({ code, rate: code === 'USD' ? 1 : 0.9 })),
  })),

  respondTo(listPosts, () => ({ data: { items: posts, total: posts.length, page: 1, pageSize: 6 } })),
  respondTo(getPost, ({ params }) => ({ data: createPost(params.id) })),

  respondTo(getCart, () => ({ data: { ...aPricedCart([{}]), version: 1 } })),
  respondTo(putCart, ({ body }) => ({
    data: { ...priceItems(body.items, createCoupon(body.coupon_code)), version: body.version + 1 },
  })),
  respondTo(checkCart, ({ body }) => ({ data: priceItems(body.items, createCoupon(body.coupon_code)) })),
  respondTo(applyCoupon, ({ body }) => ({ data: priceItems(body.items, createCoupon(body.code)) })),

  respondTo(listPaymentMethods, () => ({
    data: PAYMENT_METHODS.map((method) => ({ method, available: true })),
  })),
  respondTo(placeOrder, ({ body }) => ({ order: createOrder(body) })),
  respondTo(getOrder, ({ params }) => ({ order: anOrder(params) })),
  respondTo(openGuestOrder, ({ params }) => ({ order: anOrder(params) })),
  respondTo(cancelOrder, ({ params }) => ({
    order: anOrder({ ...params, status: 'canceled', cancelable: false }),
  })),
  respondTo(getStaffProduct, ({ params }) => ({ data: aStaffProduct(params) })),
  respondTo(getProductChoices, () => ({
    data: [
      {
        store: 'jewellery-store' as const,
        category: categories.map(({ slug, name }) => ({ value: slug, label: name })),
        brand: [{ value: 'gold-masters', label: 'Gold Masters' }],
        ...mapFacets(ATTRIBUTES, () => []),
        material: [
          { value: 'gold', label: 'Gold' },
          { value: 'silver', label: 'Silver' },
        ],
      },
    ],
  })),
  respondTo(getStaffOrder, ({ params }) => ({ data: aStaffOrder({ order: params }) })),
  respondTo(listBoughtProducts, () => ({ data: [] })),
  respondTo(listOrders, () => {
    const { number, status, created_at, total, lines } = anOrder();
    return {
      data: { items: [{ number, status, created_at, total, lines }], total: 1, page: 1, pageSize: 10 },
    };
  }),
];
