import { readConfig } from './config';

test('production starts with its https address', () => {
  expect(readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' })).toMatchObject({
    production: true,
    publicUrl: 'https://shop.example',
    overrides: { open: false },
  });
});

test('production shows its metrics on no port that nobody asked for', () => {
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
    'production without an address',
    { NODE_ENV: 'production' },
    'PUBLIC_URL must be the https address of the shop when NODE_ENV=production.',
  ],
  [
    'production at an http address',
    { NODE_ENV: 'production', PUBLIC_URL: 'http://shop.example' },
    'PUBLIC_URL must be the https address of the shop when NODE_ENV=production.',
  ],
  [
    'an https address outside production',
    { NODE_ENV: 'development', PUBLIC_URL: 'https://shop.example' },
    'An https PUBLIC_URL needs NODE_ENV=production',
  ],
])('%s does not start', (_what, environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence);
});
