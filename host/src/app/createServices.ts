import { createApiClient, type ApiClientConfig } from '@shop/shared/api-client';
import type { ShopServices } from '@shop/shared/state';
import { createFormerServices } from './formerServices';
import type { DataSource } from './PageData';

const createClient = async (config: ApiClientConfig, source: DataSource) => {
  if (source === 'api') return createApiClient(config);
  const { createSampleFetch } = await import(
    /* webpackChunkName: "sample" */ '@shop/contracts/sample/createSampleFetch'
  );
  return createApiClient({ ...config, fetch: createSampleFetch() });
};

/** Creates the shop's services, for the real API or for sample data (product.md 13.1). */
export const createServices = async (config: ApiClientConfig, source: DataSource): Promise<ShopServices> => {
  const api = await createClient(config, source);
  return { api, ...createFormerServices(api) };
};
