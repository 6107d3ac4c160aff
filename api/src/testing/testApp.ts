import { randomInt } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import type { PlaceOrderBody } from '@shop/contracts';
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
  adminUrl: 'http://admin.shop.test',
  smtpUrl: undefined,
  supportEmail: 'support@shop.test',
  merchantEmail: 'merchant@shop.test',
  merchantOrderMails: false,
  listingCacheMs: 0,
  payments: { provider: 'sandbox', webhookSecret: 'a secret between shop and provider' },
  bankAccount: 'First Example Bank, account 0012 3456 7890',
};

/** For tests that store none. */
export const noPictures = new FileStorage(path.join(os.tmpdir(), 'no-pictures'));

/** Makes the many logins of tests cheap. Tests of the cost itself pass `new PasswordHasher()`. */
const CHEAP_HASH = { memoryCost: 1_024, timeCost: 2, parallelism: 1 };

const noonClock: Clock = { now: () => new Date('2026-11-21T12:00:00Z') };

export const buildTestApp = (
  database: Database,
  overrides: Partial<AppContext['config']> = {},
  clock: Clock = noonClock,
  options: Partial<Omit<AppOptions, 'database' | 'clock' | 'config'>> = {},
): Promise<FastifyInstance> =>
  buildApp({
    database,
    limits: createDatabaseLimits(database, clock),
    clock,
    config: { ...testConfig, ...overrides },
    hasher: new PasswordHasher(CHEAP_HASH),
    compileSchemasOnFirstUse: true,
    pictures: noPictures,
    ...options,
  });

let keys = 0;
export const newKey = (): string => `test-key-${String((keys += 1)).padStart(12, '0')}`;

/** A postal address in wire format. */
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

/** The body of an order for one ring. */
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

/** An order of a customer with their own mailbox, so that load tests do not hit the limits by mailbox. */
export const anOrderBy = (shopper: string, overrides: Partial<PlaceOrderBody> = {}): PlaceOrderBody =>
  anOrderBody({ ...overrides, billing: { ...anOrderBody().billing, email: `${shopper}@example.com` } });

/** A random IP address for X-Forwarded-For. The API accepts it if `TRUSTED_PROXIES` is set. */
export const aNetwork = (): string => Array.from({ length: 4 }, () => 1 + randomInt(250)).join('.');
