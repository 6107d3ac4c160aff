import { createApiClient, type ApiClientConfig } from '@shop/shared/api-client';
import { createApiGateways } from '@shop/shared/gateways';
import type { ShopServices } from '@shop/shared/state';
import type { DataSource } from './PageData';

/** Creates the shop's services, for the real API or for sample data (product.md 13.1). */
export const createServices = async (config: ApiClientConfig, source: DataSource): Promise<ShopServices> => {
  const api = createApiClient(config);
  if (source === 'api') return { api, ...createApiGateways(api) };
  const { createSampleGateways } = await import(/* webpackChunkName: "sample" */ '@shop/shared/gateways/sample');
  return { api, ...createSampleGateways() };
};
