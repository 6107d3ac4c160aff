import { readConfig } from './config';

test('accepts production settings with an https PUBLIC_URL', () => {
  expect(readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' })).toMatchObject({
    production: true,
    publicUrl: 'https://shop.example',
    overrides: { open: false },
  });
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
])('rejects %s', (_what, environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence);
});
