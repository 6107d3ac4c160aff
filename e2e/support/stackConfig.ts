import path from 'node:path';

/** Ports of the tests' own shop, away from the ones of `npm start`. */
export const HOST_PORT = 3910;
export const API_PORT = 4910;
/** The OpenID provider that plays Google. */
export const OIDC_PORT = 4911;
export const SHOP_URL = `http://localhost:${HOST_PORT}`;

export const repositoryRoot = path.resolve(__dirname, '../..');
const stackData = path.join(repositoryRoot, '.data/e2e');
export const registryDirectory = path.join(stackData, 'registry');
export const databaseDirectory = path.join(stackData, 'pglite');
