import fs from 'node:fs';
import path from 'node:path';
import { promote, publishRelease, readSigningKey } from '@shop/registry';
import { builtRemote } from '@shop/registry/testing/builtRemote';
import type { RemoteId } from '@shop/runtime/remotes';
import { buildServer } from '../buildServer';
import { readConfig } from '../config';
import { buildOverridesCookie } from '../releases/overridesCookie';
import { aHostDist } from './aHostDist';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';

/** Pages show the text that their release exports; the live release shows its version. */
const RENDERER = `
exports.renderPage = async ({ url, release }, { loadModule }) => {
  if (!release) return { kind: 'redirect', location: '/', status: 302 };
  const text = release.version.startsWith('development-') ? loadModule(release.entry).text(url) : 'live ' + release.version;
  return { kind: 'page', status: 200, html: '<main>' + text + '</main>', storefront: 'organic', chunks: url.includes('late') ? ['late'] : [], state: null, router: null };
};`;

/** A host with a live home page in its own directory. */
export const aHostWithOverrides = async (environment: NodeJS.ProcessEnv = {}) => {
  const dist = aHostDist();
  fs.writeFileSync(path.join(dist.hostDist, 'node/server.js'), RENDERER);
  const directory = path.join(dist.folder, 'registry');
  const cacheDirectory = path.join(dist.folder, 'cache');
  fs.mkdirSync(directory);
  const registry = openTestRegistry(directory);
  await publishRelease(
    registry,
    builtRemote({ version: '1.0.0', requires: {}, mounts: ['/', '/about'] }),
    'home team',
    new Date(),
  );
  await promote(registry, { 'mfe-home': '1.0.0' }, { by: 'home team', now: new Date() });
  const settings = {
    HOST_DIST: dist.hostDist,
    MEDIA_DIR: dist.mediaDirectory,
    REGISTRY_DIR: directory,
    RELEASE_CACHE_DIR: cacheDirectory,
    API_ORIGIN: 'http://127.0.0.1:9',
    PAGE_CACHE_MS: '0',
    ...environment,
  };
  const app = await buildServer(readConfig(settings), registry);
  await app.ready();
  /** Requests a page with overrides in the cookie. */
  const read = async (
    url: string,
    overrides: Readonly<Record<string, string>> = {},
    headers: Record<string, string> = {},
  ) => {
    const cookie = buildOverridesCookie(
      { requested: new Map(Object.entries(overrides) as [RemoteId, string][]), session: undefined },
      await readSigningKey(registry),
      new Date(),
    ).split(';')[0]; // a test names remotes
    const answer = await app.inject({
      url,
      headers: { host: 'localhost:3000', ...(Object.keys(overrides).length > 0 ? { cookie } : {}), ...headers },
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      html: answer.body,
      shown: /<main>(.*)<\/main>/.exec(answer.body)?.[1],
    };
  };
  const close = async (): Promise<void> => {
    await app.close();
    dist.remove();
  };
  return { app, read, cacheDirectory, close };
};
export type HostWithOverrides = Awaited<ReturnType<typeof aHostWithOverrides>>;
