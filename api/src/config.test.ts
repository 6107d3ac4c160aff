import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartError } from '@shop/server-kit/lifecycle/StartError';
import { inAnotherFolder } from '@shop/server-kit/testing/inAnotherFolder';
import { readConfig } from './config';

const secrets = { COOKIE_SECRET: 'c'.repeat(32), AUTH_SECRET: 'a'.repeat(32) };
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  SMTP_URL: 'smtp://mail.example',
  ...secrets,
} as const;

const stripe = { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'rk_live_a1', STRIPE_WEBHOOK_SECRET: 'whsec_b2' };

test('relative paths are resolved from the repository, wherever the server is started', async () => {
  const root = path.resolve(__dirname, '../..');
  const config = await inAnotherFolder(() =>
    readConfig({ ...secrets, PAYMENT_PROVIDER: 'none', DATA_DIR: 'x/data', MEDIA_MANIFEST: './x/manifest.json' }),
  );
  expect(config).toMatchObject({
    dataDirectory: path.join(root, 'x/data'),
    mediaManifest: path.join(root, 'x/manifest.json'),
  });
});

test('production starts with its https address, a mail server and secrets', () => {
  expect(readConfig(production)).toMatchObject({
    production: true,
    publicUrl: 'https://shop.example',
    smtpUrl: 'smtp://mail.example',
  });
});

test.each<[string, NodeJS.ProcessEnv, string]>([
  [
    'production without an address',
    { ...production, PUBLIC_URL: undefined },
    'PUBLIC_URL must be the https address of the shop when NODE_ENV=production.',
  ],
  [
    'production at an http address',
    { ...production, PUBLIC_URL: 'http://shop.example' },
    'PUBLIC_URL must be the https address of the shop when NODE_ENV=production.',
  ],
  [
    'production without a mail server',
    { ...production, SMTP_URL: undefined },
    'SMTP_URL must name a mail server when NODE_ENV=production: without one no mail is sent.',
  ],
  [
    'production without a secret for cookies',
    { ...production, COOKIE_SECRET: undefined },
    'COOKIE_SECRET must have at least 32 characters.',
  ],
  [
    'production without a secret for accounts',
    { ...production, AUTH_SECRET: '' },
    'AUTH_SECRET must have at least 32 characters.',
  ],
  [
    'production with payments that take no money',
    { ...production, PAYMENT_PROVIDER: 'sandbox', PAYMENT_WEBHOOK_SECRET: 'p'.repeat(32) },
    'PAYMENT_PROVIDER=sandbox takes no money',
  ],
  [
    'Stripe without a key',
    { ...production, PAYMENT_PROVIDER: 'stripe', STRIPE_WEBHOOK_SECRET: 'whsec_a' },
    'PAYMENT_PROVIDER=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
  ],
  [
    'Stripe without the secret of its messages',
    { ...production, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_live_a' },
    'PAYMENT_PROVIDER=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
  ],
  [
    'another address than that of Stripe in production',
    { ...production, ...stripe, STRIPE_API_URL: 'https://stripe.example' },
    'STRIPE_API_URL is for tests',
  ],
  [
    'a database behind a pooler without the pooler',
    { ...production, DATABASE_DIRECT_URL: 'postgresql://database.example/shop' },
    'DATABASE_DIRECT_URL needs DATABASE_URL, which leads to the pooler in front of that database.',
  ],
  [
    'an https address outside production',
    { ...production, NODE_ENV: undefined },
    'An https PUBLIC_URL needs NODE_ENV=production',
  ],
])('%s does not start', (_what, environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence);
});

test('production has the bank account of an example nowhere', () => {
  expect(readConfig(secrets).bankAccount).toBe('First Example Bank, account 0012 3456 7890');
  expect(readConfig(production).bankAccount).toBeUndefined();
  expect(readConfig({ ...production, BANK_ACCOUNT: 'Oriel Trust, account 42' }).bankAccount).toBe(
    'Oriel Trust, account 42',
  );
  expect(() => readConfig({ ...production, BANK_ACCOUNT: 'two\nlines' })).toThrow(
    'BANK_ACCOUNT must be one line of text.',
  );
});

test('Stripe has a key, secrets of which one may be rotated, and in tests another address', () => {
  expect(readConfig({ ...production, ...stripe }).payments).toEqual({
    provider: 'stripe',
    webhookSecret: '',
    stripe: { secretKey: 'rk_live_a1', webhookSecrets: ['whsec_b2'], apiUrl: undefined },
  });
  const local = { ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_new,whsec_old', STRIPE_API_URL: 'http://127.0.0.1:4701' };
  expect(readConfig({ ...secrets, ...local }).payments.stripe).toMatchObject({
    webhookSecrets: ['whsec_new', 'whsec_old'],
    apiUrl: new URL('http://127.0.0.1:4701'),
  });
});

test.each([
  ['STRIPE_SECRET_KEY', 'pk_live_publishable'],
  ['STRIPE_SECRET_KEY', 'whsec_mistaken'],
  ['STRIPE_WEBHOOK_SECRET', 'sk_live_mistaken'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_b2,sk_live_mistaken'],
])('%s=%s is refused, and not repeated', (name, value) => {
  const read = () => readConfig({ ...production, ...stripe, [name]: value });
  expect(read).toThrow(StartError);
  expect(read).toThrow(new RegExp(`^${name} must be`));
  expect(read).not.toThrow(/mistaken|publishable/);
});

test('a data directory that cannot be written, and an incomplete generated secret, are errors with a sentence', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-config-'));
  fs.writeFileSync(path.join(folder, 'file'), '');
  expect(() => readConfig({ DATA_DIR: path.join(folder, 'file/pglite') })).toThrow(StartError);
  fs.writeFileSync(path.join(folder, 'pglite.cookie-secret'), '');
  expect(() => readConfig({ DATA_DIR: path.join(folder, 'pglite') })).toThrow(
    /pglite\.cookie-secret is incomplete: restore the file/,
  );
  fs.rmSync(folder, { recursive: true });
});
