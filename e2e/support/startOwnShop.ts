import fs from 'node:fs';
import path from 'node:path';
import { createUrlCheck, ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { DATABASE, repositoryRoot } from './stackConfig';
import { startHost } from './startHost';

export interface OwnShop {
  /** Of its folder. */
  readonly name: string;
  readonly port: number;
  readonly apiPort: number;
  /** Without any goods, as a merchant begins. */
  readonly isEmpty?: boolean;
  /** Settings of its API. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Returns the folder of a test's own shop. */
export const getShopFolder = (name: string): string => path.join(repositoryRoot, `.topologies/e2e-${name}`);

/**
 * Starts a shop of a test's own, on the tests' registry: an API with its own database and pictures, and a host. Returns
 * a function that stops it.
 */
export const startOwnShop = async ({ name, port, apiPort, isEmpty = false, env = {} }: OwnShop) => {
  const folder = getShopFolder(name);
  const url = `http://localhost:${port}`;
  const origin = `http://127.0.0.1:${apiPort}`;
  fs.rmSync(folder, { recursive: true, force: true });
  const filling = new ManagedProcess({
    name: 'The shelves',
    args: tsxArguments('e2e/support/fillShelves.ts', folder, url, ...(isEmpty ? ['empty'] : [])),
    stdio: 'inherit',
    env: {},
  });
  await filling.start();
  if ((await filling.ended) !== 0) throw new Error('The shelves could not be filled');
  const media: Record<string, string> = isEmpty ? { MEDIA_DIR: path.join(folder, 'media') } : {};
  const api = new ManagedProcess({
    name: `The API on port ${apiPort}`,
    args: tsxArguments('api/src/server.ts'),
    stdio: 'inherit',
    env: {
      API_PORT: String(apiPort),
      DATA_DIR: path.join(folder, DATABASE),
      PUBLIC_URL: url,
      TRUSTED_PROXIES: '1',
      LOG_LEVEL: 'warn',
      ...(isEmpty ? { SHOP_SEED: 'none' } : {}),
      ...media,
      ...env,
    },
    isReady: createUrlCheck(`${origin}/api/health/ready`),
  });
  await api.start();
  const stopHost = await startHost(port, { API_ORIGIN: origin, TRUSTED_PROXIES: '1', ...media });
  return async (): Promise<void> => {
    await stopHost();
    await api.stop();
  };
};
