import fs from 'node:fs';
import path from 'node:path';
import { createToken, grantAudience, promote, publishRelease, type Registry } from '@shop/registry';
import { builtRemote, findFile } from '@shop/registry/testing/builtRemote';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';
import { ask } from '@shop/server-kit/testing/startServer';
import fastify, { type FastifyInstance } from 'fastify';
import { buildServer } from './buildServer';
import { readConfig } from './config';
import { aHostDist } from './testing/aHostDist';

const SHOP = 'shop.example';
const FEDERATION = 'federation.shop.example';
const ADMIN = 'admin.shop.example';
const FONT = 'display.0a1b2c3d.woff2';

const dist = aHostDist();
let registry: Registry;
let token: string;
/** A file of the remote for staff, and one of a remote for shoppers. */
let officeFile: string;
let shopFile: string;
let app: FastifyInstance;
let address: string;

const start = async (more: NodeJS.ProcessEnv, lines: string[] = []) => {
  const environment = {
    NODE_ENV: 'production',
    PUBLIC_URL: `https://${SHOP}`,
    TRUSTED_PROXIES: '1',
    HOST_DIST: dist.hostDist,
    MEDIA_DIR: dist.mediaDirectory,
    REGISTRY_DIR: path.join(dist.folder, 'registry'),
    RELEASE_CACHE_DIR: path.join(dist.folder, 'cache'),
    API_ORIGIN: 'http://127.0.0.1:9',
    REMOTE_OVERRIDES_ALLOWED: 'mfe-home@*, mfe-desk@*',
    ...more,
  };
  const stream = { write: (line: string) => void lines.push(line) };
  const server = await buildServer(readConfig(environment), registry, { level: 'info', stream });
  return { server, url: await server.listen({ port: 0, host: '127.0.0.1' }) };
};

beforeAll(async () => {
  const write = (file: string, text: string): void => fs.writeFileSync(path.join(dist.hostDist, file), text);
  const assets = { scripts: [], styles: ['/assets/client.css'], offline: { scripts: [], styles: [] } };
  write('assets.json', JSON.stringify(assets));
  write('web/client.css', `:root{--token:1}@font-face{src:url(/assets/${FONT})}`);
  write(`web/${FONT}`, 'a font');
  write('web/client.js', 'a script');
  fs.mkdirSync(path.join(dist.folder, 'registry'));
  registry = openTestRegistry(path.join(dist.folder, 'registry'));
  const publish = async (upload: ReturnType<typeof builtRemote>): Promise<string> => {
    const { remote, files } = await publishRelease(registry, upload, 'a team', new Date());
    return `/remotes/${remote}/${findFile(files, 'web/remote.js').slice('web/'.length)}`;
  };
  shopFile = await publish(builtRemote({ version: '1.0.0', requires: {} }));
  await grantAudience(registry, 'mfe-desk', 'staff');
  officeFile = await publish(
    builtRemote({ remote: 'mfe-desk', audience: 'staff', version: '1.0.0', requires: {}, mounts: ['/admin'] }),
  );
  const set = { 'mfe-home': '1.0.0', 'mfe-desk': '1.0.0' };
  await promote(registry, set, { by: 'a team', now: new Date() });
  token = await createToken(registry, 'operator', '*', new Date());
  ({ server: app, url: address } = await start({
    FEDERATION_URL: `https://${FEDERATION}`,
    ADMIN_URL: `https://${ADMIN}`,
  }));
});
afterAll(async () => {
  await app.close();
  dist.remove();
});

const read = (host: string, path_: string, headers: Readonly<Record<string, string>> = {}, url = address) =>
  ask(url, path_, { headers: { host, 'x-forwarded-proto': 'https', ...headers } });
const post = (
  host: string,
  path_: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' },
) =>
  ask(address, path_, {
    method: 'POST',
    headers: { host, 'x-forwarded-proto': 'https', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  });
const signIn = async (): Promise<string> =>
  String((await post(FEDERATION, '/federation/sign-in', { token })).headers['set-cookie']);

describe("the shop's host", () => {
  test.each(['/admin', '/admin/', '/admin/reviews', '/%61dmin', '/api/admin', '/api/admin/reviews', '/api/%61dmin/a'])(
    'does not serve %s',
    async (url) => {
      const answer = await read(SHOP, url);
      expect([answer.status, answer.body]).toEqual([404, expect.not.stringContaining('<html')]);
      expect((await read(FEDERATION, url)).status).toBe(404);
    },
  );

  test.each(['127.0.0.1:3000', 'admin.shop.example.evil.example', 'admin.shop.example:8443', 'admin.shop.example.'])(
    'neither does any other name, such as %s',
    async (host) => {
      expect((await read(host, '/admin')).status).toBe(404);
    },
  );

  test.each(['/', '/about', '/robots.txt', '/.well-known/frontend-discovery.json', '/service-worker.js', '/offline'])(
    'names no remote of the back office at %s',
    async (url) => {
      const { body } = await read(SHOP, url);
      expect(body).not.toMatch(/mfe-desk|\/admin|staff/);
    },
  );

  test('has no file of a remote for staff, nor shows its release', async () => {
    expect([(await read(SHOP, shopFile)).status, (await read(SHOP, officeFile)).status]).toEqual([200, 404]);
    expect((await read(SHOP, '/?remote.mfe-desk=1.0.0')).status).toBe(404);
  });

  test('takes no report about a remote for staff', async () => {
    const report = { kind: 'error', release: '1.0.0', message: 'Error', page: '/' };
    const send = (remote: string) =>
      ask(address, '/rum', {
        method: 'POST',
        headers: { host: SHOP, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ ...report, remote }),
      });
    expect([(await send('mfe-home')).status, (await send('mfe-desk')).status]).toEqual([204, 400]);
  });
  test.each(['/federation', '/federation/', '/federation/mfe-home', '/federation/federation.css', '/%66ederation'])(
    'does not serve %s',
    async (url) => {
      const [cookie] = (await signIn()).split(';');
      const answer = await read(SHOP, url, { cookie: cookie ?? '' });
      expect(answer.status).toBe(404);
      expect(answer.body).not.toMatch(/Token|1\.0\.0|--token/);
    },
  );

  test('accepts no form of /federation', async () => {
    const answer = await post(SHOP, '/federation/sign-in', { token });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([404, undefined]);
  });

  test.each(['127.0.0.1:3000', 'federation.shop.example.evil.example', 'federation.shop.example:8443'])(
    'neither does any other name, such as %s',
    async (host) => {
      expect((await read(host, '/federation')).status).toBe(404);
    },
  );
});

describe('the host of the back office', () => {
  test.each([
    '/about',
    '/administration',
    '/federation',
    '/federation/api/composition',
    '/api/products',
    '/api/administration',
    '/sitemap.xml',
    '/robots.txt',
    '/service-worker.js',
    '/offline',
    '/manifest.webmanifest',
    '/.well-known/frontend-discovery.json',
    '/health',
    '/dev/mailbox',
  ])('does not serve %s', async (url) => {
    expect((await read(ADMIN, url)).status).toBe(404);
  });

  test.each(['/rum', '/api/orders', '/federation/sign-in'])('does not accept posts to %s', async (url) => {
    expect((await post(ADMIN, url, {})).status).toBe(404);
  });

  test('serves its pages in any notation of its name, which nobody stores, frames, finds or counts', async () => {
    for (const host of [ADMIN, 'Admin.Shop.Example', `${ADMIN}:443`])
      expect((await read(host, '/admin')).status).toBe(200);
    for (const path_ of ['/admin', '/admin/reviews']) {
      const { headers, body } = await read(ADMIN, path_);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
      });
      expect([headers['x-accel-expires'], headers.etag]).toEqual([undefined, undefined]);
      expect(body).toContain('"audience":"staff","visitToken":"","serviceWorker":false');
      expect(body).not.toMatch(/mfe-home|manifest\.webmanifest/);
      expect(body).toContain('mfe-desk');
    }
  });

  test('sends / to its home, with the preview that a link asks for', async () => {
    expect((await read(ADMIN, '/')).headers.location).toBe('/admin');
    expect((await read(ADMIN, '/?remote.mfe-desk=1')).headers.location).toBe('/admin?remote.mfe-desk=1');
  });

  test('has the files that its pages need, and none of a remote for shoppers', async () => {
    for (const url of [
      '/assets/client.js',
      `/assets/${FONT}`,
      '/media/none.00000000-640.webp',
      '/icons/jewellery.svg',
      officeFile,
    ])
      expect((await read(ADMIN, url)).status).toBe(200);
    expect((await read(ADMIN, shopFile)).status).toBe(404);
    expect((await read(ADMIN, '/admin?remote.mfe-home=1.0.0')).status).toBe(404);
    expect((await read(ADMIN, '/admin?remote.mfe-desk=1.0.0')).body).toContain('Continue');
  });

  test('passes the name by which it was called on to the API', async () => {
    const api = fastify();
    const asked: (string | undefined)[] = [];
    api.get('/api/content-version', async () => ({})); // the host asks by itself
    api.get('/api/*', async ({ headers }) => {
      asked.push(String(headers['x-forwarded-host']));
      return {};
    });
    const origin = await api.listen({ port: 0 });
    const own = await start({ ADMIN_URL: `https://${ADMIN}`, API_ORIGIN: origin, PAGE_CACHE_MS: '0' });
    await read(ADMIN, '/api/admin/reviews', {}, own.url);
    await read(SHOP, '/api/products', {}, own.url);
    expect(asked).toEqual([ADMIN, SHOP]);
    await own.server.close();
    await api.close();
  });
});

describe('the host of /federation', () => {
  test.each([
    '/about',
    '/no-such-page',
    '/assets/client.js',
    '/assets/client.css',
    '/remotes/mfe-home/remoteEntry.js',
    '/media/none.00000000-640.webp',
    '/icons/jewellery.svg',
    '/api/products',
    '/sitemap.xml',
    '/sw.js',
    '/manifest.webmanifest',
    '/federation/fonts/client.js',
    '/federation/fonts/..',
  ])('does not serve %s', async (url) => {
    expect([404, 400]).toContain((await read(FEDERATION, url)).status);
  });

  test.each(['/rum', '/preview', '/api/orders'])('does not accept posts to %s', async (url) => {
    expect((await post(FEDERATION, url, {})).status).toBe(404);
  });

  test('serves its pages in any notation of its name, with styles and fonts of their own', async () => {
    for (const host of [FEDERATION, 'Federation.Shop.Example', `${FEDERATION}:443`])
      expect((await read(host, '/federation')).status).toBe(401);
    const { body } = await read(FEDERATION, '/federation');
    expect([...body.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href)).toEqual(['/federation/federation.css']);
    const styles = await read(FEDERATION, '/federation/federation.css');
    expect(styles.body).toContain('--token:1');
    expect(styles.body).toContain(`url(/federation/fonts/${FONT})`);
    expect((await read(FEDERATION, `/federation/fonts/${FONT}`)).body).toBe('a font');
    expect((await read(FEDERATION, '/')).headers.location).toBe('/federation');
  });

  test('has a session cookie that no other host can set or read', async () => {
    const [pair = '', ...attributes] = (await signIn()).split('; ');
    expect(pair).toMatch(/^__Host-federation_session=/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=28800', 'Path=/', 'SameSite=Strict', 'Secure']);
    expect((await read(FEDERATION, '/federation', { cookie: pair })).status).toBe(200);
    const renamed = pair.replace('__Host-', '');
    expect((await read(FEDERATION, '/federation', { cookie: renamed })).status).toBe(401);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['the shop', { 'sec-fetch-site': 'same-site', origin: `https://${SHOP}` }],
    ['the shop, by an old browser', { origin: `https://${SHOP}` }],
    ['its own name without TLS, by an old browser', { origin: `http://${FEDERATION}` }],
  ])('rejects a form on %s', async (_where, headers) => {
    const cookie = (await signIn()).split(';')[0] ?? '';
    const answer = await post(FEDERATION, '/federation/rollback', { remote: 'mfe-home' }, { cookie, ...headers });
    expect(answer.status).toBe(403);
  });

  test('links to the shop for previews and for the discovery document', async () => {
    const cookie = (await signIn()).split(';')[0] ?? '';
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const { body } = await post(FEDERATION, '/federation/link', { remote: 'mfe-home', version: '1.0.0' }, headers);
    expect(body).toContain(`>https://${SHOP}/?remote.mfe-home=1.0.0`);
    expect(body).toContain(`href="https://${SHOP}/.well-known/frontend-discovery.json"`);
  });
});

test("the registry's HTTP API is served on both hosts, with a token only", async () => {
  for (const host of [SHOP, FEDERATION]) {
    const authorization = `Bearer ${token}`;
    expect((await read(host, '/federation/api/composition', { authorization })).status).toBe(200);
    expect((await read(host, '/federation/api/composition')).status).toBe(401);
  }
});

test('in production without ADMIN_URL the back office is closed on every host, which the log says', async () => {
  const lines: string[] = [];
  const closed = await start({}, lines);
  for (const host of [SHOP, ADMIN])
    for (const path_ of ['/admin', '/api/admin/reviews', officeFile])
      expect((await read(host, path_, {}, closed.url)).status).toBe(404);
  expect(lines.filter((line) => line.includes('ADMIN_URL is not set'))).toHaveLength(1);
  await closed.server.close();
});

test('in production without FEDERATION_URL the pages are closed on every host, which the log says; the API works', async () => {
  const lines: string[] = [];
  const closed = await start({}, lines);
  for (const host of [SHOP, FEDERATION]) {
    expect((await read(host, '/federation', {}, closed.url)).status).toBe(404);
    expect((await read(host, '/federation/api/composition', {}, closed.url)).status).toBe(401);
  }
  expect(lines.filter((line) => line.includes('FEDERATION_URL is not set'))).toHaveLength(1);
  await closed.server.close();
});
