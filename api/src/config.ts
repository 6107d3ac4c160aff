import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DEFAULT_SLOW_QUERY_MS } from './observability/observeDatabase';
import { readSecretFiles } from '@shop/server-kit/readSecretFiles';
import { requirePublicUrl } from '@shop/server-kit/requirePublicUrl';
import { readMilliseconds, readOperations, type OperationsConfig } from '@shop/server-kit/OperationsConfig';

export interface ApiConfig extends OperationsConfig {
  readonly port: number;
  readonly host: string;
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  /** URL of the Redis that stores rate-limit counters. When unset, counters live in the database. */
  readonly redisUrl: string | undefined;
  /** True if the server migrates on start. Otherwise run `npm run migrate -w api` before it starts. */
  readonly migrateOnStart: boolean;
  readonly mediaManifest: string;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Recipient of contact form messages. */
  readonly supportEmail: string;
  readonly cookieSecret: string;
  /** Cookie secrets from before a rotation: used to verify signatures, never to sign. */
  readonly formerCookieSecrets: readonly string[];
  /** HMAC key for codes, tokens and known devices, so that a leaked database alone is useless. */
  readonly authSecret: string;
  /** Auth secrets from before a rotation: what they signed is still accepted. */
  readonly formerAuthSecrets: readonly string[];
  readonly google: GoogleConfig | undefined;
  readonly payments: PaymentsConfig;
  /** Number of proxies that append to X-Forwarded-For. If it is wrong, clients can spoof their IP address. */
  readonly trustedProxies: number;
  readonly publicUrl: string;
  readonly production: boolean;
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
  readonly provider: 'sandbox' | 'none';
  /** Secret with which the provider signs its webhook messages. */
  readonly webhookSecret: string;
}

/** An error that the operator can fix. Only its message is printed, without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

const repositoryRoot = path.resolve(__dirname, '../..');
const MIN_SECRET_LENGTH = 32;
/** Variables that can be read from a file, such as one named by `COOKIE_SECRET_FILE`. */
const SECRETS = [
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'COOKIE_SECRET',
  'AUTH_SECRET',
  'PAYMENT_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'METRICS_TOKEN',
];
const toStartError = (sentence: string): StartError => new StartError(sentence);

const readPort = (value: string | undefined): number => {
  const port = value === undefined || value === '' ? 4000 : Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new StartError(`API_PORT must be a port number, not "${value}".`);
  return port;
};

const readUrl = (name: string, value: string | undefined): string | undefined => {
  if (value === undefined || value === '') return undefined;
  // The value may contain a password, so the message does not repeat it.
  if (!URL.canParse(value)) throw new StartError(`${name} is not a URL.`);
  return value;
};

/** Reads a secret. Outside production a missing one is generated once and stored next to the data directory. */
const readSecret = (
  name: 'COOKIE_SECRET' | 'AUTH_SECRET' | 'PAYMENT_WEBHOOK_SECRET',
  environment: NodeJS.ProcessEnv,
  production: boolean,
  dataDirectory: string,
): string => {
  const given = environment[name];
  if (given !== undefined && given.length >= MIN_SECRET_LENGTH) return given;
  if (given !== undefined || production)
    throw new StartError(`${name} must have at least ${MIN_SECRET_LENGTH} characters.`);
  const file = `${dataDirectory}.${name.toLowerCase().replaceAll('_', '-')}`;
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    const secret = randomBytes(32).toString('hex');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  }
};

/**
 * Reads a secret that can be rotated: `new,old`, separated by commas or line breaks. The first one signs; all verify.
 * @throws {StartError} if one of them is too short.
 */
const readSecrets = (
  name: 'COOKIE_SECRET' | 'AUTH_SECRET',
  environment: NodeJS.ProcessEnv,
  production: boolean,
  dataDirectory: string,
): readonly [string, ...string[]] => {
  const [current, ...former] = (environment[name] ?? '')
    .split(/[,\n]/)
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
  if (former.some((secret) => secret.length < MIN_SECRET_LENGTH))
    throw new StartError(`${name}: each secret must have at least ${MIN_SECRET_LENGTH} characters.`);
  return [
    readSecret(
      name,
      current === undefined ? environment : { ...environment, [name]: current },
      production,
      dataDirectory,
    ),
    ...former,
  ];
};

const readCount = (name: string, value: string | undefined, fallback: number): number => {
  const count = value === undefined || value === '' ? fallback : Number(value);
  if (!Number.isInteger(count) || count < 0) throw new StartError(`${name} must be a whole number, not "${value}".`);
  return count;
};

const readOnOff = (name: string, value: string | undefined, fallback: boolean): boolean => {
  if (value === undefined || value === '') return fallback;
  if (value === 'on' || value === 'off') return value === 'on';
  throw new StartError(`${name} is "on" or "off", not "${value}".`);
};

const readGoogle = (environment: NodeJS.ProcessEnv): GoogleConfig | undefined => {
  const clientId = environment['GOOGLE_CLIENT_ID'];
  const clientSecret = environment['GOOGLE_CLIENT_SECRET'];
  if (!clientId && !clientSecret) return undefined;
  if (!clientId || !clientSecret)
    throw new StartError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together: one of them is missing.');
  return {
    clientId,
    clientSecret,
    issuer: readUrl('GOOGLE_ISSUER', environment['GOOGLE_ISSUER']) ?? 'https://accounts.google.com',
  };
};

const readPayments = (environment: NodeJS.ProcessEnv, production: boolean, dataDirectory: string): PaymentsConfig => {
  const provider = environment['PAYMENT_PROVIDER'] || (production ? 'none' : 'sandbox');
  if (provider === 'none') return { provider, webhookSecret: '' };
  if (provider !== 'sandbox') throw new StartError(`PAYMENT_PROVIDER must be sandbox or none, not "${provider}".`);
  if (production) throw new StartError('PAYMENT_PROVIDER=sandbox takes no money: it is not for production.');
  return { provider, webhookSecret: readSecret('PAYMENT_WEBHOOK_SECRET', environment, production, dataDirectory) };
};

/** @throws {StartError} if a value is missing or invalid; the message says which. */
export const readConfig = (given: NodeJS.ProcessEnv): ApiConfig => {
  const environment = readSecretFiles(given, SECRETS, toStartError);
  const production = environment['NODE_ENV'] === 'production';
  requirePublicUrl(environment, toStartError);
  if (production && !environment['SMTP_URL'])
    throw new StartError('SMTP_URL must name a mail server when NODE_ENV=production: without one no mail is sent.');
  const dataDirectory = path.resolve(repositoryRoot, environment['DATA_DIR'] || '.data/pglite');
  const [cookieSecret, ...formerCookieSecrets] = readSecrets('COOKIE_SECRET', environment, production, dataDirectory);
  const [authSecret, ...formerAuthSecrets] = readSecrets('AUTH_SECRET', environment, production, dataDirectory);
  return {
    port: readPort(environment['API_PORT']),
    host: environment['API_HOST'] ?? '127.0.0.1',
    databaseUrl: readUrl('DATABASE_URL', environment['DATABASE_URL']),
    dataDirectory,
    redisUrl: readUrl('REDIS_URL', environment['REDIS_URL']),
    migrateOnStart: readOnOff('MIGRATE_ON_START', environment['MIGRATE_ON_START'], true),
    mediaManifest: path.resolve(repositoryRoot, environment['MEDIA_MANIFEST'] || '.data/media/manifest.json'),
    smtpUrl: readUrl('SMTP_URL', environment['SMTP_URL']),
    supportEmail: environment['SUPPORT_EMAIL'] || 'support@example.com',
    mailFrom: environment['MAIL_FROM'] ?? 'The shop <shop@example.com>',
    cookieSecret,
    formerCookieSecrets,
    authSecret,
    formerAuthSecrets,
    google: readGoogle(environment),
    payments: readPayments(environment, production, dataDirectory),
    trustedProxies: readCount('TRUSTED_PROXIES', environment['TRUSTED_PROXIES'], 0),
    publicUrl: readUrl('PUBLIC_URL', environment['PUBLIC_URL']) ?? 'http://localhost:3000',
    production,
    listingCacheMs: readCount('LISTING_CACHE_MS', environment['LISTING_CACHE_MS'], 1_000),
    slowQueryMs: readMilliseconds('SLOW_QUERY_MS', environment['SLOW_QUERY_MS'], DEFAULT_SLOW_QUERY_MS, toStartError),
    ...readOperations(environment, toStartError),
  };
};
