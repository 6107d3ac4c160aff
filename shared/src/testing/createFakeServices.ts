import type { Result } from '../api-client/apiClient';
import type { AnswerOf, Endpoint } from '@shop/contracts/endpoint';
import type { CartGateway } from '../gateways/CartGateway';
import type { CheckoutGateway } from '../gateways/CheckoutGateway';
import type { ContactGateway } from '../gateways/ContactGateway';
import { createApiGateways } from '../gateways/apiGateways';
import type { PostGateway } from '../gateways/PostGateway';
import type { ProductGateway } from '../gateways/ProductGateway';
import type { ShopServices } from '../state/ShopServices';

/** Request data that tests can read. */
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
  /** Responses by endpoint path: "/brands". */
  readonly api?: Readonly<Record<string, (request: FakeRequest) => Promise<Result<unknown>> | Result<unknown>>>;
}

const failOnCall = (call: string) => (): never => {
  throw new Error(`Unexpected call of ${call}`);
};

/** Creates services with the given responses. Any other call fails the test. */
export const createFakeServices = ({
  products = {},
  cart = {},
  checkout = {},
  posts = {},
  contact = {},
  api: answers = {},
}: FakeServicesOptions = {}): ShopServices => {
  const api: ShopServices['api'] = {
    request: async <E extends Endpoint>(endpoint: E, request: FakeRequest) => {
      const answer = answers[endpoint.path] ?? failOnCall(endpoint.path);
      return (await answer(request)) as Result<AnswerOf<E>>; // the test provides a valid response
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
