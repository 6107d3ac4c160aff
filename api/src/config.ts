import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DEFAULT_SLOW_QUERY_MS } from './observability/SlowQueries';
import { readServerConfig, type ServerConfig } from '@shop/server-kit/configuration/readServerConfig';
import { resolvePath } from '@shop/server-kit/configuration/resolvePath';
import { Settings } from '@shop/server-kit/configuration/Settings';
import { StartError } from '@shop/server-kit/lifecycle/StartError';

export interface ApiConfig extends ServerConfig {
  readonly port: number;
  readonly host: string;
  readonly databaseUrl: string | undefined;
  /** URL of PostgreSQL itself, for what needs a session, if DATABASE_URL leads to a pooler in transaction mode. */
  readonly directUrl: string | undefined;
  /** URLs of PostgreSQL servers that follow the database, for what public pages show. */
  readonly readUrls: readonly string[];
  readonly dataDirectory: string;
  /** URL of the Redis that stores rate-limit counters. When unset, counters live in the database. */
  readonly redisUrl: string | undefined;
  /** True if the server migrates on start. Otherwise run `npm run migrate` before it starts. */
  readonly migrateOnStart: boolean;
  readonly mediaManifest: string;
  /** `demo`: the shop has the goods, posts and areas of the demonstration, for as long as nobody changes them. */
  readonly seed: 'demo' | 'none';
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Recipient of contact form messages. */
  readonly supportEmail: string;
  /** Who runs the shop: new orders, failed refunds and disputes are mailed there. */
  readonly merchantEmail: string;
  /** Whether each new order is mailed to the merchant. */
  readonly merchantOrderMails: boolean;
  readonly cookieSecret: string;
  /** Cookie secrets from before a rotation: used to verify signatures, never to sign. */
  readonly formerCookieSecrets: readonly string[];
  /** HMAC key for codes, tokens and known devices, so that a leaked database alone is useless. */
  readonly authSecret: string;
  /** Auth secrets from before a rotation: what they signed is still accepted. */
  readonly formerAuthSecrets: readonly string[];
  readonly google: GoogleConfig | undefined;
  readonly payments: PaymentsConfig;
  /** Where customers transfer money to, such as "First Example Bank, account 0012 3456 7890". Undefined: nowhere. */
  readonly bankAccount: string | undefined;
  readonly publicUrl: string;
  /** Where the back office answers: a hostname of its own. Closed if undefined. */
  readonly adminUrl: string | undefined;
  /** How long a listing response is cached; 0 disables the cache. */
  readonly listingCacheMs: number;
  /** Queries that take longer are logged. */
  readonly slowQueryMs: number;
}

export interface GoogleConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly issuer: string;
}

interface PaymentsConfig {
  /** The online payment provider. With `none`, only bank transfer and cash are offered. */
  readonly provider: 'stripe' | 'sandbox' | 'none';
  /** Secret with which the sandbox signs its messages; '' without it. */
  readonly webhookSecret: string;
  /** Of the provider `stripe`. */
  readonly stripe?: StripeConfig;
}

export interface StripeConfig {
  readonly secretKey: string;
  /** Secrets with which Stripe signs its messages: two while one is rotated. */
  readonly webhookSecrets: readonly string[];
  /** What answers instead of Stripe, in tests. */
  readonly apiUrl: URL | undefined;
}

const MIN_SECRET_LENGTH = 32;
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'REDIS_URL',
  'SMTP_URL',
  'COOKIE_SECRET',
  'AUTH_SECRET',
  'PAYMENT_WEBHOOK_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'METRICS_TOKEN',
];
/** An empty secret is too short; it does not ask for a generated one. */
const MAY_BE_EMPTY = ['API_HOST', 'MAIL_FROM', 'COOKIE_SECRET', 'AUTH_SECRET', 'PAYMENT_WEBHOOK_SECRET'];

/** Of processes that start at the same time, one creates the file, and all read it. */
const createSecret = (file: string): void => {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const own = `${file}.${process.pid}`;
  fs.writeFileSync(own, randomBytes(32).toString('hex'), { mode: 0o600 });
  try {
    fs.linkSync(own, file);
  } catch (error) {
    if (!fs.existsSync(file)) throw error;
  } finally {
    fs.rmSync(own);
  }
};

/** @throws {StartError} if the file can be neither read nor created. */
const readOrCreateSecret = (file: string): string => {
  try {
    if (!fs.existsSync(file)) createSecret(file);
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The secret ${file} next to the data directory (DATA_DIR) cannot be used: ${reason}.`);
  }
};

/** Returns a secret. Outside production a missing one is generated once and stored next to the data directory. */
const requireSecret = (name: string, given: string | undefined, production: boolean, dataDirectory: string): string => {
  if (given !== undefined && given.length >= MIN_SECRET_LENGTH) return given;
  if (given !== undefined || production)
    throw new StartError(`${name} must have at least ${MIN_SECRET_LENGTH} characters.`);
  const file = `${dataDirectory}.${name.toLowerCase().replaceAll('_', '-')}`;
  const secret = readOrCreateSecret(file);
  // A full disk leaves an empty file.
  if (secret.length < MIN_SECRET_LENGTH)
    throw new StartError(`The secret in ${file} is incomplete: restore the file, or delete it to get a new one.`);
  return secret;
};

/**
 * Reads a secret that can be rotated: `new,old`. The first one signs; all verify.
 * @throws {StartError} if one of them is too short.
 */
const readSecrets = (name: string, settings: Settings, dataDirectory: string): readonly [string, ...string[]] => {
  const [current = settings.readText(name), ...former] = settings.readList(name);
  if (former.some((secret) => secret.length < MIN_SECRET_LENGTH))
    throw new StartError(`${name}: each secret must have at least ${MIN_SECRET_LENGTH} characters.`);
  return [requireSecret(name, current, settings.production, dataDirectory), ...former];
};

const readDatabaseUrls = (settings: Settings): Pick<ApiConfig, 'databaseUrl' | 'directUrl' | 'readUrls'> => {
  const databaseUrl = settings.readUrl('DATABASE_URL');
  const directUrl = settings.readUrl('DATABASE_DIRECT_URL');
  if (directUrl !== undefined && databaseUrl === undefined)
    throw new StartError(
      'DATABASE_DIRECT_URL needs DATABASE_URL, which leads to the pooler in front of that database.',
    );
  const readUrls = settings.readList('DATABASE_READ_URL');
  if (readUrls.length > 0 && databaseUrl === undefined)
    throw new StartError('DATABASE_READ_URL needs DATABASE_URL: its servers follow that database.');
  const wrong = readUrls.findIndex((url) => !URL.canParse(url));
  if (wrong >= 0)
    throw new StartError(`DATABASE_READ_URL must be URLs, separated by commas: number ${wrong + 1} is none.`);
  return { databaseUrl, directUrl, readUrls };
};

const readGoogle = (settings: Settings): GoogleConfig | undefined => {
  const clientId = settings.readText('GOOGLE_CLIENT_ID');
  const clientSecret = settings.readText('GOOGLE_CLIENT_SECRET');
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined)
    throw new StartError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together: one of them is missing.');
  return { clientId, clientSecret, issuer: settings.readUrl('GOOGLE_ISSUER') ?? 'https://accounts.google.com' };
};

const STRIPE_SECRET_KEY = /^[sr]k_(?:live|test)_\w+$/;
const STRIPE_WEBHOOK_SECRET = /^whsec_[\w+/=]+$/;

const readStripe = (settings: Settings): StripeConfig => {
  const secretKey = settings.readText('STRIPE_SECRET_KEY');
  const webhookSecrets = settings.readList('STRIPE_WEBHOOK_SECRET');
  if (secretKey === undefined || webhookSecrets.length === 0)
    throw new StartError('PAYMENT_PROVIDER=stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.');
  if (!STRIPE_SECRET_KEY.test(secretKey))
    throw new StartError(
      'STRIPE_SECRET_KEY must be a secret or restricted key of Stripe, which begins with sk_live_, rk_live_, sk_test_ or rk_test_.',
    );
  if (!webhookSecrets.every((secret) => STRIPE_WEBHOOK_SECRET.test(secret)))
    throw new StartError(
      'STRIPE_WEBHOOK_SECRET must be the signing secret of a webhook endpoint, which begins with whsec_; two while you rotate it: new,old.',
    );
  const apiUrl = settings.readUrl('STRIPE_API_URL');
  if (apiUrl !== undefined && settings.production)
    throw new StartError('STRIPE_API_URL is for tests: with NODE_ENV=production, payments are at Stripe.');
  return { secretKey, webhookSecrets, apiUrl: apiUrl === undefined ? undefined : new URL(apiUrl) };
};

const readPayments = (settings: Settings, dataDirectory: string): PaymentsConfig => {
  const { production } = settings;
  const provider =
    settings.readChoice('PAYMENT_PROVIDER', ['stripe', 'sandbox', 'none']) ?? (production ? 'none' : 'sandbox');
  if (provider === 'stripe') return { provider, webhookSecret: '', stripe: readStripe(settings) };
  if (provider === 'none') return { provider, webhookSecret: '' };
  if (production) throw new StartError('PAYMENT_PROVIDER=sandbox takes no money: it is not for production.');
  const name = 'PAYMENT_WEBHOOK_SECRET';
  return { provider, webhookSecret: requireSecret(name, settings.readText(name), production, dataDirectory) };
};

/** Customers must not send money to the account of an example. */
const readBankAccount = (settings: Settings): string | undefined => {
  const account = settings.readText('BANK_ACCOUNT');
  if (account !== undefined && /\p{Cc}/u.test(account)) throw new StartError('BANK_ACCOUNT must be one line of text.');
  return account ?? (settings.production ? undefined : 'First Example Bank, account 0012 3456 7890');
};

/** Cookies ignore ports, so the back office has another hostname than the shop. */
const readAdminUrl = (settings: Settings, publicUrl: string): string | undefined => {
  const given = settings.readUrl('ADMIN_URL');
  if (given === undefined) {
    const { port } = new URL(publicUrl);
    return settings.production ? undefined : `http://admin.localhost${port === '' ? '' : `:${port}`}`;
  }
  const { origin, protocol, hostname } = new URL(given);
  if (settings.production && protocol !== 'https:')
    throw new StartError('ADMIN_URL must be an https address when NODE_ENV=production.');
  if (hostname === new URL(publicUrl).hostname)
    throw new StartError('ADMIN_URL must have another hostname than PUBLIC_URL.');
  return origin;
};

/** @throws {StartError} if a value is missing or invalid; the message says which. */
export const readConfig = (environment: NodeJS.ProcessEnv): ApiConfig => {
  const settings = new Settings(environment, { secrets: SECRETS, mayBeEmpty: MAY_BE_EMPTY });
  const smtpUrl = settings.readUrl('SMTP_URL');
  if (settings.production && smtpUrl === undefined)
    throw new StartError('SMTP_URL must name a mail server when NODE_ENV=production: without one no mail is sent.');
  const publicUrl = settings.readUrl('PUBLIC_URL') ?? 'http://localhost:3000';
  const dataDirectory = resolvePath(settings.readText('DATA_DIR') ?? '.data/pglite');
  const supportEmail = settings.readText('SUPPORT_EMAIL') ?? 'support@example.com';
  const [cookieSecret, ...formerCookieSecrets] = readSecrets('COOKIE_SECRET', settings, dataDirectory);
  const [authSecret, ...formerAuthSecrets] = readSecrets('AUTH_SECRET', settings, dataDirectory);
  return {
    ...readServerConfig(settings),
    port: settings.readPort('API_PORT') ?? 4_000,
    host: settings.readText('API_HOST') ?? '127.0.0.1',
    ...readDatabaseUrls(settings),
    dataDirectory,
    redisUrl: settings.readUrl('REDIS_URL'),
    migrateOnStart: settings.readSwitch('MIGRATE_ON_START') ?? true,
    mediaManifest: resolvePath(settings.readText('MEDIA_MANIFEST') ?? '.data/media/manifest.json'),
    seed: settings.readChoice('SHOP_SEED', ['demo', 'none']) ?? (settings.production ? 'none' : 'demo'),
    smtpUrl,
    supportEmail,
    merchantEmail: settings.readText('MERCHANT_EMAIL') ?? supportEmail,
    merchantOrderMails: settings.readSwitch('MERCHANT_ORDER_MAILS') ?? settings.production,
    mailFrom: settings.readText('MAIL_FROM') ?? 'The shop <shop@example.com>',
    cookieSecret,
    formerCookieSecrets,
    authSecret,
    formerAuthSecrets,
    google: readGoogle(settings),
    payments: readPayments(settings, dataDirectory),
    bankAccount: readBankAccount(settings),
    publicUrl,
    adminUrl: readAdminUrl(settings, publicUrl),
    listingCacheMs: settings.readMilliseconds('LISTING_CACHE_MS') ?? 1_000,
    slowQueryMs: settings.readMilliseconds('SLOW_QUERY_MS') ?? DEFAULT_SLOW_QUERY_MS,
  };
};
