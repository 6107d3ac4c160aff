import type { ApiClient } from '../api-client/apiClient';
import type { CartGateway } from '../gateways/CartGateway';
import type { CheckoutGateway } from '../gateways/CheckoutGateway';
import type { ContactGateway } from '../gateways/ContactGateway';
import type { PostGateway } from '../gateways/PostGateway';
import type { ProductGateway } from '../gateways/ProductGateway';

/** Services that thunks get as their extra argument. The store is created with them. */
export interface ShopServices {
  readonly api: ApiClient;
  readonly products: ProductGateway;
  readonly cart: CartGateway;
  readonly checkout: CheckoutGateway;
  readonly posts: PostGateway;
  readonly contact: ContactGateway;
}
