import type { Result } from '../api-client/apiClient';
import type { Endpoint } from '../contracts/endpoint';
import type { CheckoutGateway } from '../gateways/CheckoutGateway';
import type { ProductGateway } from '../gateways/ProductGateway';
import type { ShopServices } from '../state/createShopStore';

interface FakeAnswers {
  readonly products?: Partial<ProductGateway>;
  readonly checkout?: Partial<CheckoutGateway>;
  /** Answers by path of the endpoint: "/brands". */
  readonly api?: Readonly<Record<string, (request: { readonly query?: unknown }) => Promise<Result<unknown>> | Result<unknown>>>;
}

const unexpected = (call: string) => (): never => {
  throw new Error(`The test expected no call of ${call}`);
};

/** Services that answer what a test says and fail it on any other call. */
export const fakeServices = ({ products = {}, checkout = {}, api = {} }: FakeAnswers = {}): ShopServices => ({
  products: { list: unexpected('products.list'), detail: unexpected('products.detail'), ...products },
  checkout: { placeOrder: unexpected('checkout.placeOrder'), order: unexpected('checkout.order'), ...checkout },
  api: {
    request: async (endpoint: Endpoint, request: { readonly query?: unknown }) => {
      const answer = api[endpoint.path] ?? unexpected(endpoint.path);
      return (await answer(request)); // a test says what the contract would
    },
  },
});
