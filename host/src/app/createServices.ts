import { createApiClient, type ApiClientConfig } from '@shop/shared/api-client';
import type { ShopServices } from '@shop/shared/state';
import type { DataSource } from './PageData';

/** Creates the shop's services, for the real API or for sample data (product.md 13.1). */
export const createServices = async (config: ApiClientConfig, source: DataSource): Promise<ShopServices> => {
  if (source === 'api') return { api: createApiClient(config) };
  const { createSampleFetch } = await import(
    /* webpackChunkName: "sample" */ '@shop/contracts/sample/createSampleFetch'
  );
  return { api: createApiClient({ ...config, fetch: createSampleFetch() }) };
};
