import type { ApiClient } from '../api-client/apiClient';
import { IDEMPOTENCY_HEADER } from '@shop/contracts/constants';
import type { CartGateway } from './CartGateway';
import type { CheckoutGateway } from './CheckoutGateway';
import type { ContactGateway } from './ContactGateway';
import type { PostGateway } from './PostGateway';
import type { ProductGateway } from './ProductGateway';
import { mapResult, unwrapData } from './results';

// Contracts load with the first call, because the first page is already rendered.
const loadProductContracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/products');
const loadTopProductContracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/topProducts');
const loadReviewContracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/reviews');
const loadPostContracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/posts');
const loadCartContracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/cart');
const loadPaymentContracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/payments');
const loadOrderContracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/orders');

export const createApiProductGateway = (api: ApiClient): ProductGateway => ({
  reviewsNeedSignIn: true,
  async list(query, signal) {
    const { listProducts } = await loadProductContracts();
    return unwrapData(await api.request(listProducts, { query }, { signal }));
  },
  async detail(id, signal) {
    const { getProduct } = await loadProductContracts();
    return unwrapData(await api.request(getProduct, { params: { id } }, { signal }));
  },
  async related(id, signal) {
    const { listRelatedProducts } = await loadProductContracts();
    return unwrapData(await api.request(listRelatedProducts, { params: { id } }, { signal }));
  },
  async recentlyViewed(ids, signal) {
    if (ids.length === 0) return { ok: true, value: [] };
    const { listProductsById } = await loadProductContracts();
    return unwrapData(await api.request(listProductsById, { query: { ids: ids.join(',') } }, { signal }));
  },
  async reviews(id, { sort, page }, signal) {
    const { listReviews } = await loadReviewContracts();
    return unwrapData(
      await api.request(listReviews, { params: { id }, query: { sort, page: String(page) } }, { signal }),
    );
  },
  async writeReview(id, body) {
    const { writeReview } = await loadReviewContracts();
    return unwrapData(await api.request(writeReview, { params: { id }, body }));
  },
  async waitingReview(id) {
    const { getWaitingReview } = await loadReviewContracts();
    return unwrapData(await api.request(getWaitingReview, { params: { id } }));
  },
  async suggest(store, q, signal) {
    const { suggest } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/search');
    return unwrapData(await api.request(suggest, { query: { store, q } }, { signal }));
  },
  async categories(store) {
    const { listCategories } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/categories');
    return unwrapData(await api.request(listCategories, { query: { store } }));
  },
  async brands(store) {
    const { listBrands } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/brands');
    return unwrapData(await api.request(listBrands, { query: { store } }));
  },
  async topProducts(store, category) {
    const { listCategoryProducts } = await loadTopProductContracts();
    return unwrapData(await api.request(listCategoryProducts, { query: { store, category } }));
  },
  async categoriesWithProducts(store) {
    const { listCategoriesWithProducts } = await loadTopProductContracts();
    return unwrapData(await api.request(listCategoriesWithProducts, { query: { store } }));
  },
  async currencyRates() {
    const { listCurrencies } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/currencies');
    return mapResult(await api.request(listCurrencies, {}), ({ data }) =>
      Object.fromEntries(data.map(({ code, rate }) => [code, rate])),
    );
  },
  async trending(store, page) {
    const { listTrendingProducts } = await loadTopProductContracts();
    return unwrapData(await api.request(listTrendingProducts, { query: { store, page: String(page) } }));
  },
});

const createApiCartGateway = (api: ApiClient): CartGateway => ({
  async check({ items, couponCode }) {
    const { checkCart } = await loadCartContracts();
    return unwrapData(await api.request(checkCart, { body: { items: [...items], coupon_code: couponCode } }));
  },
  async read() {
    const { getCart } = await loadCartContracts();
    return unwrapData(await api.request(getCart, {}));
  },
  async save({ version, items, couponCode }) {
    const { putCart } = await loadCartContracts();
    return unwrapData(await api.request(putCart, { body: { version, items: [...items], coupon_code: couponCode } }));
  },
  async applyCoupon(code, items) {
    const { applyCoupon } = await loadCartContracts();
    return unwrapData(await api.request(applyCoupon, { body: { code, items: [...items] } }));
  },
  async removeCoupon() {
    const { removeCoupon } = await loadCartContracts();
    return api.request(removeCoupon, {});
  },
});

const createApiCheckoutGateway = (api: ApiClient): CheckoutGateway => ({
  fixedLines: null,
  async placeOrder(body, idempotencyKey) {
    const { placeOrder } = await loadOrderContracts();
    const headers = { [IDEMPOTENCY_HEADER]: idempotencyKey };
    return mapResult(await api.request(placeOrder, { body }, { headers }), ({ order }) => order);
  },
  async order(number, signal) {
    const { getOrder } = await loadOrderContracts();
    return mapResult(await api.request(getOrder, { params: { number } }, { signal }), ({ order }) => order);
  },
  async openGuestOrder(number, proof) {
    const { openGuestOrder } = await loadOrderContracts();
    return mapResult(await api.request(openGuestOrder, { params: { number }, body: proof }), ({ order }) => order);
  },
  async delivery() {
    const { createApiDeliveryGateway } = await import(/* webpackChunkName: "contracts" */ './apiDeliveryGateway');
    return createApiDeliveryGateway(api);
  },
  async paymentMethods() {
    const { listPaymentMethods } = await loadPaymentContracts();
    return unwrapData(await api.request(listPaymentMethods, {}));
  },
  async startPayment(number) {
    const { startPayment } = await loadPaymentContracts();
    return mapResult(await api.request(startPayment, { params: { number } }), ({ url }) => url);
  },
});

const createApiPostGateway = (api: ApiClient): PostGateway => ({
  async list(store, page, signal) {
    const { listPosts } = await loadPostContracts();
    return unwrapData(await api.request(listPosts, { query: { store, page: String(page) } }, { signal }));
  },
  async detail(id, signal) {
    const { getPost } = await loadPostContracts();
    return unwrapData(await api.request(getPost, { params: { id } }, { signal }));
  },
});

const createApiContactGateway = (api: ApiClient): ContactGateway => ({
  async send(body) {
    const { sendContactMessage } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/contact');
    return mapResult(await api.request(sendContactMessage, { body }), ({ message }) => message);
  },
});

/** Creates all gateways, backed by the API. */
export const createApiGateways = (api: ApiClient) => ({
  products: createApiProductGateway(api),
  cart: createApiCartGateway(api),
  checkout: createApiCheckoutGateway(api),
  posts: createApiPostGateway(api),
  contact: createApiContactGateway(api),
});
