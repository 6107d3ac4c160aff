import type { ApiClient, Result } from '../api-client/apiClient';
import { getOrder, IDEMPOTENCY_HEADER, placeOrder } from '../contracts/orders';
import { getProduct, listProducts } from '../contracts/products';
import type { CheckoutGateway } from './CheckoutGateway';
import type { ProductGateway } from './ProductGateway';

const mapResult = <A, B>(result: Result<A>, read: (value: A) => B): Result<B> =>
  result.ok ? { ok: true, value: read(result.value) } : result;

export const createApiProductGateway = (api: ApiClient): ProductGateway => ({
  list: async (query, signal) => mapResult(await api.request(listProducts, { query }, { signal }), ({ data }) => data),
  detail: async (id, signal) => mapResult(await api.request(getProduct, { params: { id } }, { signal }), ({ data }) => data),
});

export const createApiCheckoutGateway = (api: ApiClient): CheckoutGateway => ({
  placeOrder: async (body, idempotencyKey) =>
    mapResult(
      await api.request(placeOrder, { body }, { headers: { [IDEMPOTENCY_HEADER]: idempotencyKey } }),
      ({ order }) => order,
    ),
  order: async (number, signal) =>
    mapResult(await api.request(getOrder, { params: { number } }, { signal }), ({ order }) => order),
});
