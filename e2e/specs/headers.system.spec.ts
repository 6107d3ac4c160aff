import fs from 'node:fs';
import path from 'node:path';
import { open } from '../support/checkout';
import { fetchRaw, sendBytes, findHeaderFaults, findCachingFaults, type RawAnswer } from '../support/headers';
import { newEmail, register } from '../support/identity';
import { ACCOUNT_PAGES, SIGN_IN_PAGES } from '../support/pages';
import { collectComplaints, expect, storefronts, test } from '../support/shop';
import { findShopRemotes } from '../support/shopRemotes';
import { API_PORT, registryDirectory, repositoryRoot, HOST_URL } from '../support/stackConfig';
import { startHost } from '../support/startHost';

const API_URL = `http://127.0.0.1:${API_PORT}`;
const HOST_WITHOUT_API_PORT = 3915;
const HOST_BEHIND_TLS_PORT = 3916;
/** A port without a listener. */
const NO_API = 'http://127.0.0.1:9';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'] as const;
/** Public responses that caches may store. */
const PUBLIC_READS =
  /^\/api\/(?:products|categories|category-products|brands|posts|search|currencies|trending-products|payment-methods|auth\/options|delivery\/next)/;

const filesIn = (directory: string): string[] =>
  fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [path.relative(directory, path.join(entry.parentPath, entry.name))] : []));
const isSource = (file: string): boolean => !/\.(?:br|gz)$/.test(file);
/** One file per extension: the others are served the same way. */
const oneOfEach = (files: readonly string[]): string[] => [
  ...new Map(files.map((file) => [path.extname(file), file])).values(),
];

/**
 * Every released web file of the shop with the URLs it is served at: by content hash, as pages reference it, and by
 * release.
 */
const releasedFiles = (): string[] =>
  findShopRemotes().flatMap((remote) => {
    const files = filesIn(path.join(registryDirectory, remote)).filter(
      (file) => isSource(file) && /^[^/]+\/web\//.test(file),
    );
    expect(files.length, remote).toBeGreaterThan(3);
    const [scripts, others] = [
      files.filter((file) => /\.(?:js|css)$/.test(file)),
      files.filter((file) => !/\.(?:js|css)$/.test(file)),
    ];
    return [...scripts, ...oneOfEach(others)].flatMap((file) => [
      // The build's metadata has no content-hashed name.
      ...(file.endsWith('.json') ? [] : [`/remotes/${remote}/${path.basename(file)}`]),
    ]);
  });

const STATIC = (): string[] => [
  ...filesIn(path.join(repositoryRoot, 'host/dist/web'))
    .filter(isSource)
    .map((file) => `/assets/${file}`),
  ...releasedFiles(),
  ...oneOfEach(
    filesIn(path.join(repositoryRoot, '.data/media')).filter(
      (file) => !file.startsWith('.') && !file.endsWith('manifest.json'),
    ),
  ).map((file) => `/media/${file}`),
  ...storefronts.flatMap((id) =>
    filesIn(path.join(repositoryRoot, 'shared/src/storefronts', id, 'icons')).map((file) => `/icons/${file}`),
  ),
  ...[
    '/sw.js',
    '/manifest.webmanifest',
    '/manifest.webmanifest?store=organic',
    '/robots.txt',
    '/sitemap.xml',
    '/health',
    '/.well-known/frontend-discovery.json',
    '/federation',
    '/federation/federation.css',
  ],
];

const NOT_THERE = [
  '/no-such-page',
  '/products/no-such-product',
  '/blog/no-such-post',
  '/assets/no.js',
  '/media/no.webp',
  '/media/',
  '/icons/no.png',
  '/remotes/mfe-home/1.0.0/no.js',
  '/remotes/mfe-home/no.js',
  '/remotes/mfe-home/mf-manifest.json',
  '/remotes/mfe-none/no.js',
  '/remotes/no/1/a.js',
  '/sitemaps/no.xml',
  '/federation/no',
  '/federation/api/no',
  '/api/no',
  '/api',
  '/api/',
  '/dev/no',
  '/orders/FU-1',
  '/favicon.ico',
  '/.env',
  '/?remote.mfe-home=9.9.9',
];

/** Request targets that no browser sends. */
const MALFORMED = [
  '/assets/../config.ts',
  '/assets/%2e%2e/server.js',
  '/remotes/mfe-home/..%2f..%2f/a',
  '/%',
  '/%00',
  '/%zz',
  '/%c0%ae',
  '/products/%',
  '/products/%00',
  '/api/%',
  '/api/products/%',
  '/api/products/%00',
  '/api/products/%ff',
  '//',
  '//evil.example',
  '//evil.example/%2e%2e',
  '/\\evil.example',
  '///api///products',
  '/api//products',
  '/products//ring-halo',
  '/a;b=c',
  '/?%',
  '/?store=%',
  '/?store[]=1&store=2',
  '/products?page=%',
  '/api/products?page=%00',
  `/${'a'.repeat(300)}`,
  `/products/${'a'.repeat(3_000)}`,
  `/api/products/${'a'.repeat(3_000)}`,
  `/?q=${'a'.repeat(8_000)}`,
  '*',
  'http://evil.example/',
];

const BROKEN = {
  'no HTTP': ['GARBAGE\r\n\r\n', 400],
  'an unknown method': ['FOO / HTTP/1.1\r\nhost: a\r\n\r\n', 400],
  'two lengths': ['POST /api/login HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 400],
  'a head that is too long': [`GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
  'an address that is too long': [`GET /${'a'.repeat(40_000)} HTTP/1.1\r\nhost: a\r\n\r\n`, 431],
} as const satisfies Record<string, readonly [string, number]>;

const openApiPaths = async (): Promise<string[]> => {
  const document = JSON.parse((await fetchRaw(API_URL, '/api/openapi.json')).text) as {
    paths: Record<string, unknown>;
  };
  return Object.keys(document.paths).map((template) => template.replaceAll(/\{[^{}]+\}/g, 'ring-halo'));
};

/** A proxy closes the connection for an invalid target without a response; that is acceptable. */
const fetchIfAnswered = (origin: string, address: string): Promise<RawAnswer | undefined> =>
  fetchRaw(origin, address).catch(() => undefined);

for (const [name, origin] of [
  ['the host', HOST_URL],
  ['the API, asked directly', API_URL],
] as const) {
  test(`every API response has the headers, whatever its method (${name})`, async () => {
    test.setTimeout(90_000);
    const paths = await openApiPaths();
    expect(paths.length).toBeGreaterThan(30);
    const faults: string[] = [];
    for (const address of [
      ...paths,
      '/api/openapi.json',
      '/api/docs',
      '/api/dev/mailbox',
      '/api/dev/mailbox.json',
      '/api/dev/pay',
      '/api/no-such-call',
      '/api',
    ]) {
      const answers = await Promise.all(
        METHODS.map((method) =>
          fetchRaw(origin, address, {
            method,
            ...(['POST', 'PUT', 'PATCH'].includes(method)
              ? { body: '{}', headers: { 'content-type': 'application/json' } }
              : {}),
          }),
        ),
      );
      METHODS.forEach((method, n) => {
        const answer = answers[n] as RawAnswer; // One per method.
        const where = `${method} ${address}`;
        faults.push(...findHeaderFaults(where, answer));
        if (answer.status >= 500 && answer.status !== 503) faults.push(`${answer.status} ${where}`);
        const isPublic = ['GET', 'HEAD'].includes(method) && answer.status < 400 && PUBLIC_READS.test(address);
        if (!isPublic) faults.push(...findCachingFaults(where, answer));
      });
    }
    expect(faults).toEqual([]);
  });

  test(`refusals of oversized, non-JSON, malformed and invalid requests have the headers (${name})`, async () => {
    const faults: string[] = [];
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const refusals = {
      413: await fetchRaw(origin, '/api/login', { ...json, body: JSON.stringify({ email: 'a'.repeat(100_000) }) }),
      400: await fetchRaw(origin, '/api/login', { ...json, body: '{' }),
      415: await fetchRaw(origin, '/api/login', {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: 'email=a',
      }),
      403: await fetchRaw(origin, '/api/login', {
        ...json,
        headers: { ...json.headers, 'sec-fetch-site': 'cross-site' },
        body: '{}',
      }),
      401: await fetchRaw(origin, '/api/orders', { headers: { cookie: 'sid=none' } }),
    };
    for (const [status, answer] of Object.entries(refusals)) {
      expect(answer.status, `${status}: ${answer.text}`).toBe(Number(status));
      faults.push(...findHeaderFaults(`a ${status}`, answer), ...findCachingFaults(`a ${status}`, answer));
    }
    for (const address of MALFORMED) {
      const answer = await fetchIfAnswered(origin, address);
      if (!answer) continue;
      faults.push(...findHeaderFaults(address.slice(0, 60), answer));
      if (answer.status >= 500) faults.push(`${answer.status} ${address.slice(0, 60)}`);
      expect(answer.headers['location'] ?? '', address).not.toContain('evil.example');
    }
    for (const [what, [bytes, status]] of Object.entries(BROKEN)) {
      const answer = await sendBytes(origin, bytes);
      expect(answer.status, what).toBe(status);
      faults.push(...findHeaderFaults(what, answer));
    }
    expect(faults).toEqual([]);
    // Node responds to this one itself, with an empty chunked body.
    expect(await sendBytes(origin, 'GET / HTTP/1.1\r\n\r\n')).toMatchObject({ status: 400, text: '0' });
  });
}

test('every file of the shop has the headers and its own type', async () => {
  const faults: string[] = [];
  for (const address of STATIC()) {
    const answer = await fetchRaw(HOST_URL, address);
    expect(answer.status, address).toBe(200);
    faults.push(...findHeaderFaults(address, answer));
  }
  for (const method of METHODS)
    faults.push(
      ...findHeaderFaults(`${method} of a page`, await fetchRaw(HOST_URL, '/products', { method })),
      ...findHeaderFaults(`${method} of a file`, await fetchRaw(HOST_URL, '/robots.txt', { method })),
    );
  expect(faults).toEqual([]);
});

test('404 responses and redirects have the headers', async () => {
  const faults: string[] = [];
  for (const address of NOT_THERE) {
    const answer = await fetchRaw(HOST_URL, address);
    expect([302, 303, 307, 401, 403, 404], `${address} is ${answer.status}`).toContain(answer.status);
    faults.push(...findHeaderFaults(address, answer));
  }
  const released = await fetchRaw(HOST_URL, '/?remote.mfe-home=live');
  expect(released.status).toBe(302);
  faults.push(
    ...findHeaderFaults('a redirect', released),
    ...findHeaderFaults(
      'POST /rum',
      await fetchRaw(HOST_URL, '/rum', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
    ),
  );
  expect(faults).toEqual([]);
});

test("visitors' own pages and sessions of /federation are not cached", async () => {
  for (const address of ['/cart', '/checkout', '/orders', '/account', '/wishlist', '/auth/login']) {
    expect(
      findCachingFaults(address, await fetchRaw(HOST_URL, address, { headers: { cookie: 'sid=some-session' } })),
    ).toEqual([]);
  }
  expect(findCachingFaults('/federation', await fetchRaw(HOST_URL, '/federation'))).toEqual([]);
});

test('while the API is down, errors and pages have the headers', async () => {
  const stop = await startHost(HOST_WITHOUT_API_PORT, { API_ORIGIN: NO_API });
  try {
    const origin = `http://localhost:${HOST_WITHOUT_API_PORT}`;
    const faults: string[] = [];
    for (const address of ['/api/products', '/api/orders', '/sitemap.xml', '/sitemaps/1.xml', '/dev/mailbox']) {
      const answer = await fetchRaw(origin, address);
      expect(answer.status, address).toBe(503);
      faults.push(...findHeaderFaults(address, answer), ...findCachingFaults(address, answer));
    }
    for (const address of ['/', '/products', '/products/ring-halo', '/about', '/no-such-page'])
      faults.push(...findHeaderFaults(address, await fetchRaw(origin, address)));
    expect(faults).toEqual([]);
  } finally {
    await stop();
  }
});

test('HSTS is sent in production only', async () => {
  const addresses = ['/', '/no-such-page', '/api/products', '/robots.txt', '/federation'];
  const HTTPS = { 'x-forwarded-proto': 'https' };
  const readHsts = (origin: string, headers: Record<string, string>): Promise<(string | undefined)[]> =>
    Promise.all(
      addresses.map(
        async (address) => (await fetchRaw(origin, address, { headers })).headers['strict-transport-security'],
      ),
    );
  const stop = await startHost(HOST_BEHIND_TLS_PORT, { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' });
  try {
    for (const headers of [{}, HTTPS])
      expect(await readHsts(`http://localhost:${HOST_BEHIND_TLS_PORT}`, headers)).toEqual(
        addresses.map(() => 'max-age=31536000'),
      );
  } finally {
    await stop();
  }
  expect(await readHsts(HOST_URL, HTTPS)).toEqual(addresses.map(() => undefined));
});

/** The browser logs a 404 for the page itself; nothing else may be logged. */
const isOfThePageItself = (complaint: string): boolean =>
  /^error: Failed to load resource: the server responded with a status of 404 \((?:Not Found)?\) /.test(complaint);

for (const storefront of storefronts) {
  test(`no page violates its content security policy, signed out or signed in (${storefront})`, async ({
    page,
    request,
    enterStorefront,
  }) => {
    test.setTimeout(120_000);
    await enterStorefront(storefront);
    const complaints = collectComplaints(page);
    for (const address of [
      ...SIGN_IN_PAGES,
      '/checkout',
      '/checkout/order-received/none',
      '/products?q=none',
      '/no-such-page',
      '/offline.html',
      '/federation',
      '/api/docs',
      '/dev/mailbox',
      '/api/dev/mailbox',
      '/robots.txt',
    ]) {
      await page.goto(address, { waitUntil: 'load' });
      expect(
        complaints.filter((complaint) => !isOfThePageItself(complaint)),
        address,
      ).toEqual([]);
      complaints.length = 0;
    }
    await register(page, request, newEmail('policy'));
    for (const address of [...ACCOUNT_PAGES, '/wishlist', '/checkout']) {
      await open(page, address);
      expect(complaints, `${address}, signed in`).toEqual([]);
    }
  });
}
