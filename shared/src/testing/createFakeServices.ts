import type { Result } from '../api-client/apiClient';
import type { Endpoint } from '../contracts/endpoint';
import type { CartGateway } from '../gateways/CartGateway';
import type { CheckoutGateway } from '../gateways/CheckoutGateway';
import type { ContactGateway } from '../gateways/ContactGateway';
import { createApiGateways } from '../gateways/apiGateways';
import type { PostGateway } from '../gateways/PostGateway';
import type { ProductGateway } from '../gateways/ProductGateway';
import type { ShopServices } from '../state/ShopServices';

/** What a test may look at of a call. */
interface FakeRequest {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

export interface FakeServicesOptions {
  readonly products?: Partial<ProductGateway>;
  readonly cart?: Partial<CartGateway>;
  readonly checkout?: Partial<CheckoutGateway>;
  readonly posts?: Partial<PostGateway>;
  readonly contact?: Partial<ContactGateway>;
  /** Answers by path of the endpoint: "/brands". */
  readonly api?: Readonly<Record<string, (request: FakeRequest) => Promise<Result<unknown>> | Result<unknown>>>;
}

const failOnCall = (call: string) => (): never => {
  throw new Error(`The test expected no call of ${call}`);
};

/** Services that answer what a test says and fail it on any other call. */
export const createFakeServices = ({
  products = {},
  cart = {},
  checkout = {},
  posts = {},
  contact = {},
  api: answers = {},
}: FakeServicesOptions = {}): ShopServices => {
  const api: ShopServices['api'] = {
    request: async (endpoint: Endpoint, request: FakeRequest) => {
      const answer = answers[endpoint.path] ?? failOnCall(endpoint.path);
      return await answer(request); // a test says what the contract would
    },
  };
  const gateways = createApiGateways(api);
  return {
    api,
    products: { ...gateways.products, ...products },
    cart: { ...gateways.cart, ...cart },
    checkout: { ...gateways.checkout, ...checkout },
    posts: { ...gateways.posts, ...posts },
    contact: { ...gateways.contact, ...contact },
  };
};
