import path from 'node:path';

/** Ports of the tests' shop; different from those of `npm start`. */
export const HOST_PORT = 3910;
export const API_PORT = 4910;
/** The fake Google OpenID provider. */
export const OIDC_PORT = 4911;
/**
 * `production`: nginx in front of two hosts and two API processes, of which one each is killed repeatedly. Otherwise
 * one of each without nginx.
 */
export const isProductionTopology = process.env['E2E_TOPOLOGY'] === 'production';
export const SHOP_URL = isProductionTopology ? `https://localhost:${HOST_PORT}` : `http://localhost:${HOST_PORT}`;
/** The back office: the same port, another hostname. */
export const toAdminUrl = (shopUrl: string): string => shopUrl.replace('//localhost', '//admin.localhost');
export const ADMIN_URL = toAdminUrl(SHOP_URL);
/** A host server, without the proxy in front of it. */
export const HOST_URL = isProductionTopology ? 'http://127.0.0.1:4924' : SHOP_URL;
/** Ports of the production topology. */
export const topologyPorts = {
  https: HOST_PORT,
  http: 4920,
  inside: 4921,
  redis: 4922,
  smtp: 4923,
  apis: [API_PORT, 4912],
  hosts: [4924, 4925],
};

export const repositoryRoot = path.resolve(__dirname, '../..');
export const stackData = path.join(repositoryRoot, '.topologies/e2e');
export const registryDirectory = path.join(stackData, 'registry');
/** In the folder of a shop: its embedded database. */
export const DATABASE = 'pglite';
export const databaseDirectory = path.join(stackData, DATABASE);
/** One for each test of the back office: an invitation works once. */
export const owners = ['wide', 'narrow'] as const;
/** In the folder of a shop: the links of their invitations. */
export const OWNER_LINKS = 'owner-links.json';
