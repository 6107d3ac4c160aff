import type { ApiClient, Result } from '../api-client/apiClient';
import { IDEMPOTENCY_HEADER } from '../contracts/constants';
import type { CheckoutGateway } from './CheckoutGateway';
import type { ProductGateway } from './ProductGateway';

const mapResult = <A, B>(result: Result<A>, read: (value: A) => B): Result<B> =>
  result.ok ? { ok: true, value: read(result.value) } : result;

// Contracts come with the first call, not with the first page: that one is rendered already.
const productContracts = () => import(/* webpackChunkName: "contracts" */ '../contracts/products');
const orderContracts = () => import(/* webpackChunkName: "contracts" */ '../contracts/orders');

export const createApiProductGateway = (api: ApiClient): ProductGateway => ({
  async list(query, signal) {
    const { listProducts } = await productContracts();
    return mapResult(await api.request(listProducts, { query }, { signal }), ({ data }) => data);
  },
  async detail(id, signal) {
    const { getProduct } = await productContracts();
    return mapResult(await api.request(getProduct, { params: { id } }, { signal }), ({ data }) => data);
  },
});

export const createApiCheckoutGateway = (api: ApiClient): CheckoutGateway => ({
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
