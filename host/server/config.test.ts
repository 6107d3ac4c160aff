import { readConfig } from './config';

test('accepts production settings with an https PUBLIC_URL', () => {
  expect(readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' })).toMatchObject({
    production: true,
    publicUrl: 'https://shop.example',
    overrides: { open: false },
  });
});

test.each([
  ['sample', 'sample'],
  ['api', 'api'],
  [undefined, 'api'],
] as const)('SHOP_DATA=%s is for pages with the data of: %s (product 13.1)', (SHOP_DATA, source) => {
  expect(readConfig({ ...(SHOP_DATA ? { SHOP_DATA } : {}) })).toMatchObject({ source });
});

test.each([
  ['closed in production', { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' }, undefined],
  ['a name of this machine in development', {}, 'http://admin.localhost:3000'],
  ['one with the port of the shop', { PORT: '4500' }, 'http://admin.localhost:4500'],
  ['where ADMIN_URL says', { ADMIN_URL: 'http://office.localhost:3000/admin' }, 'http://office.localhost:3000'],
])('the back office is %s', (_where, environment, admin) => {
  expect(readConfig(environment).origins.admin).toBe(admin);
});

test('production serves metrics only if METRICS_PORT is set', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' } as const;
  expect(readConfig(production).metricsListener).toBeUndefined();
  expect(readConfig({ ...production, METRICS_PORT: '9464' }).metricsListener).toEqual({
    port: 9_464,
    host: '127.0.0.1',
    required: true,
  });
});

test.each<[string, NodeJS.ProcessEnv, string]>([
  [
    'production without a PUBLIC_URL',
    { NODE_ENV: 'production' },
    'PUBLIC_URL must be the https address of the shop when NODE_ENV=production.',
  ],
  [
    'production with an http PUBLIC_URL',
    { NODE_ENV: 'production', PUBLIC_URL: 'http://shop.example' },
    'PUBLIC_URL must be the https address of the shop when NODE_ENV=production.',
  ],
  [
    'an https PUBLIC_URL outside production',
    { NODE_ENV: 'development', PUBLIC_URL: 'https://shop.example' },
    'An https PUBLIC_URL needs NODE_ENV=production',
  ],
  [
    'an http FEDERATION_URL in production',
    { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', FEDERATION_URL: 'http://federation.example' },
    'FEDERATION_URL must be an https address when NODE_ENV=production.',
  ],
  [
    'a FEDERATION_URL with the hostname of the shop, whose cookies it would share',
    { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', FEDERATION_URL: 'https://shop.example:8443' },
    'FEDERATION_URL must have another hostname than PUBLIC_URL.',
  ],
  [
    'a FEDERATION_URL without a PUBLIC_URL',
    { FEDERATION_URL: 'http://federation.localhost:3000' },
    'FEDERATION_URL needs a PUBLIC_URL.',
  ],
  [
    'an http ADMIN_URL in production',
    { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', ADMIN_URL: 'http://admin.example' },
    'ADMIN_URL must be an https address when NODE_ENV=production.',
  ],
  [
    'an ADMIN_URL with the hostname of the shop, whose cookies it would share',
    { NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example', ADMIN_URL: 'https://shop.example:8443' },
    'ADMIN_URL must have another hostname than PUBLIC_URL.',
  ],
  [
    'an ADMIN_URL with the hostname of /federation, which is for others',
    {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example',
      FEDERATION_URL: 'https://office.example',
      ADMIN_URL: 'https://office.example',
    },
    'ADMIN_URL must have another hostname than FEDERATION_URL.',
  ],
  [
    'an ADMIN_URL with the hostname of the shop on this machine',
    { ADMIN_URL: 'http://localhost:3001' },
    'ADMIN_URL must have another hostname than PUBLIC_URL.',
  ],
  [
    'a map that is not loaded over https',
    { MAP_EMBED_URL: 'http://maps.example/embed' },
    'MAP_EMBED_URL must be an https address, not "http://maps.example/embed".',
  ],
])('rejects %s', (_what, environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence);
});
