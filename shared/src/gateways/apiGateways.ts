import type { ApiClient, Result } from '../api-client/apiClient';
import { IDEMPOTENCY_HEADER } from '../contracts/constants';
import type { CheckoutGateway } from './CheckoutGateway';
import type { ContactGateway } from './ContactGateway';
import type { PostGateway } from './PostGateway';
import type { ProductGateway } from './ProductGateway';

const mapResult = <A, B>(result: Result<A>, read: (value: A) => B): Result<B> =>
  result.ok ? { ok: true, value: read(result.value) } : result;

// Contracts come with the first call, not with the first page: that one is rendered already.
const productContracts = () => import(/* webpackChunkName: "contracts" */ '../contracts/products');
const topProductContracts = () => import(/* webpackChunkName: "contracts" */ '../contracts/topProducts');
const reviewContracts = () => import(/* webpackChunkName: "contracts" */ '../contracts/reviews');
const postContracts = () => import(/* webpackChunkName: "contracts" */ '../contracts/posts');
const orderContracts = () => import(/* webpackChunkName: "contracts" */ '../contracts/orders');

/** An answer's `data`. */
const dataOf = <T>(result: Result<{ readonly data: T }>): Result<T> => mapResult(result, ({ data }) => data);

export const createApiProductGateway = (api: ApiClient): ProductGateway => ({
  reviewsNeedSignIn: true,
  async list(query, signal) {
    const { listProducts } = await productContracts();
    return dataOf(await api.request(listProducts, { query }, { signal }));
  },
  async detail(id, signal) {
    const { getProduct } = await productContracts();
    return dataOf(await api.request(getProduct, { params: { id } }, { signal }));
  },
  async related(id, signal) {
    const { listRelatedProducts } = await productContracts();
    return dataOf(await api.request(listRelatedProducts, { params: { id } }, { signal }));
  },
  async recentlyViewed(ids, signal) {
    if (ids.length === 0) return { ok: true, value: [] };
    const { listProductsById } = await productContracts();
    return dataOf(await api.request(listProductsById, { query: { ids: ids.join(',') } }, { signal }));
  },
  async reviews(id, { sort, page }, signal) {
    const { listReviews } = await reviewContracts();
    return dataOf(await api.request(listReviews, { params: { id }, query: { sort, page: String(page) } }, { signal }));
  },
  async writeReview(id, body) {
    const { writeReview } = await reviewContracts();
    return dataOf(await api.request(writeReview, { params: { id }, body }));
  },
  async suggest(store, q, signal) {
    const { suggest } = await import(/* webpackChunkName: "contracts" */ '../contracts/search');
    return dataOf(await api.request(suggest, { query: { store, q } }, { signal }));
  },
  async categories(store) {
    const { listCategories } = await import(/* webpackChunkName: "contracts" */ '../contracts/categories');
    return dataOf(await api.request(listCategories, { query: { store } }));
  },
  async brands(store) {
    const { listBrands } = await import(/* webpackChunkName: "contracts" */ '../contracts/brands');
    return dataOf(await api.request(listBrands, { query: { store } }));
  },
  async topProducts(store, category) {
    const { listCategoryProducts } = await topProductContracts();
    return dataOf(await api.request(listCategoryProducts, { query: { store, category } }));
  },
  async categoriesWithProducts(store) {
    const { listCategoriesWithProducts } = await topProductContracts();
    return dataOf(await api.request(listCategoriesWithProducts, { query: { store } }));
  },
  async trending(store, page) {
    const { listTrendingProducts } = await topProductContracts();
    return dataOf(await api.request(listTrendingProducts, { query: { store, page: String(page) } }));
  },
});

const createApiCheckoutGateway = (api: ApiClient): CheckoutGateway => ({
  async placeOrder(body, idempotencyKey) {
    const { placeOrder } = await orderContracts();
    const headers = { [IDEMPOTENCY_HEADER]: idempotencyKey };
    return mapResult(await api.request(placeOrder, { body }, { headers }), ({ order }) => order);
  },
  async order(number, signal) {
    const { getOrder } = await orderContracts();
    return mapResult(await api.request(getOrder, { params: { number } }, { signal }), ({ order }) => order);
  },
});

const createApiPostGateway = (api: ApiClient): PostGateway => ({
  async list(store, page, signal) {
    const { listPosts } = await postContracts();
    return dataOf(await api.request(listPosts, { query: { store, page: String(page) } }, { signal }));
  },
  async detail(id, signal) {
    const { getPost } = await postContracts();
    return dataOf(await api.request(getPost, { params: { id } }, { signal }));
  },
});

const createApiContactGateway = (api: ApiClient): ContactGateway => ({
  async send(body) {
    const { sendContactMessage } = await import(/* webpackChunkName: "contracts" */ '../contracts/contact');
    return mapResult(await api.request(sendContactMessage, { body }), ({ message }) => message);
  },
});

/** All gateways of the shop against its API. */
export const createApiGateways = (api: ApiClient) => ({
  products: createApiProductGateway(api),
  checkout: createApiCheckoutGateway(api),
  posts: createApiPostGateway(api),
  contact: createApiContactGateway(api),
});
