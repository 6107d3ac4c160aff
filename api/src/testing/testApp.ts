import { randomInt } from 'node:crypto';
import type { PlaceOrderBody } from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../AppContext';
import { buildApp, type AppOptions } from '../buildApp';
import type { Clock } from '../clock';
import type { Database } from '../database/Database';
import { createDatabaseLimits } from '../limits/createDatabaseLimits';
import { PasswordHasher } from '../modules/auth/PasswordHasher';

export const testConfig: AppContext['config'] = {
  production: false,
  cookieSecret: 'a secret that only tests know, 32+',
  formerCookieSecrets: [],
  authSecret: 'another secret that only tests know',
  formerAuthSecrets: [],
  google: undefined,
  trustedProxies: 0,
  publicUrl: 'http://shop.test',
  smtpUrl: undefined,
  supportEmail: 'support@shop.test',
  listingCacheMs: 0,
  payments: { provider: 'sandbox', webhookSecret: 'a secret between shop and provider' },
};

/**
 * Shoppers of tests sign in by the hundred: only what is about the cost of a hash pays it, with a `new
 * PasswordHasher()`.
 */
const CHEAP_HASH = { memoryCost: 1_024, timeCost: 2, parallelism: 1 };

const noon: Clock = { now: () => new Date('2026-11-21T12:00:00Z') };

export const buildTestApp = (
  database: Database,
  overrides: Partial<AppContext['config']> = {},
  clock: Clock = noon,
  more: Partial<Omit<AppOptions, 'database' | 'clock' | 'config'>> = {},
): Promise<FastifyInstance> =>
  buildApp({
    database,
    limits: createDatabaseLimits(database, clock),
    clock,
    config: { ...testConfig, ...overrides },
    hasher: new PasswordHasher(CHEAP_HASH),
    ...more,
  });

let keys = 0;
export const newKey = (): string => `test-key-${String((keys += 1)).padStart(12, '0')}`;

/** A postal address, as checkout and account send it. */
export const aPostalAddress = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  companyName: '',
  country: 'UK',
  streetAddress: '12 Analytical Row',
  apartment: '',
  townCity: 'London',
  state: 'Greater London',
  zipCode: 'SW1A 1AA',
  phone: '+44 20 7946 0000',
} as const;

/** An order of one ring, as the checkout sends it. */
export const anOrderBody = (overrides: Partial<PlaceOrderBody> = {}): PlaceOrderBody => ({
  items: [{ product_id: 'ring-halo', variant_id: null, quantity: 1 }],
  billing: {
    firstName: 'Ada',
    lastName: 'Lovelace',
    companyName: '',
    country: 'US',
    streetAddress: '12 Analytical Row',
    apartment: '',
    townCity: 'New York',
    state: 'NY',
    zipCode: '10001',
    phone: '+1 212 555 0100',
    email: 'ada@example.com',
    orderNotes: '',
  },
  payment_method: 'bank',
  expected_total: 320,
  ...overrides,
});

/**
 * An order of a shopper with a mailbox of their own, such as one for each idempotency key: load from one machine is
 * that of many homes.
 */
export const anOrderBy = (shopper: string, overrides: Partial<PlaceOrderBody> = {}): PlaceOrderBody =>
  anOrderBody({ ...overrides, billing: { ...anOrderBody().billing, email: `${shopper}@example.com` } });

/**
 * An address that no other shopper of a run is likely to have; believed where `TRUSTED_PROXIES` says that a proxy adds
 * it.
 */
export const anyNetwork = (): string => Array.from({ length: 4 }, () => 1 + randomInt(250)).join('.');
