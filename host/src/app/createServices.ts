import { createApiClient, type ApiClientConfig } from '@shop/shared/api-client';
import { createApiCheckoutGateway, createApiProductGateway } from '@shop/shared/gateways';
import type { ShopServices } from '@shop/shared/state';

/** The services of the real shop, against its API. */
export const createServices = (config: ApiClientConfig): ShopServices => {
  const api = createApiClient(config);
  return { api, products: createApiProductGateway(api), checkout: createApiCheckoutGateway(api) };
};
