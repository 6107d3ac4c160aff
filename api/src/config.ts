import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export interface ApiConfig {
  readonly port: number;
  readonly host: string;
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  readonly mediaManifest: string;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly cookieSecret: string;
  readonly publicUrl: string;
  readonly production: boolean;
  readonly logLevel: string;
  /** How long a listing's answer is kept for others who ask the same; 0 keeps none. */
  readonly listingCacheMs: number;
}

/** Something the operator can mend: its message is the one sentence they see. */
export class StartError extends Error {
  override name = 'StartError';
}

const repositoryRoot = path.resolve(__dirname, '../..');
const MIN_SECRET_LENGTH = 32;

const readPort = (value: string | undefined): number => {
  const port = value === undefined || value === '' ? 4000 : Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new StartError(`API_PORT must be a port number, not "${value}".`);
  return port;
};

const readUrl = (name: string, value: string | undefined): string | undefined => {
  if (value === undefined || value === '') return undefined;
  if (!URL.canParse(value)) throw new StartError(`${name} is not a URL.`); // it may hold a password, so it is not repeated
  return value;
};

/** Outside production the secret is made once and kept beside the data. */
const readCookieSecret = (environment: NodeJS.ProcessEnv, production: boolean, dataDirectory: string): string => {
  const given = environment['COOKIE_SECRET'];
  if (given !== undefined && given.length >= MIN_SECRET_LENGTH) return given;
  if (given !== undefined || production) throw new StartError(`COOKIE_SECRET must have at least ${MIN_SECRET_LENGTH} characters.`);
  const file = `${dataDirectory}.cookie-secret`;
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    const secret = randomBytes(32).toString('hex');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  }
};

/** @throws {StartError} with one clear sentence for what is wrong. */
export const readConfig = (environment: NodeJS.ProcessEnv): ApiConfig => {
  const production = environment['NODE_ENV'] === 'production';
  const dataDirectory = path.resolve(environment['DATA_DIR'] ?? path.join(repositoryRoot, '.data/pglite'));
  return {
    port: readPort(environment['API_PORT']),
    host: environment['API_HOST'] ?? '127.0.0.1',
    databaseUrl: readUrl('DATABASE_URL', environment['DATABASE_URL']),
    dataDirectory,
    mediaManifest: environment['MEDIA_MANIFEST'] ?? path.join(repositoryRoot, '.data/media/manifest.json'),
    smtpUrl: readUrl('SMTP_URL', environment['SMTP_URL']),
    mailFrom: environment['MAIL_FROM'] ?? 'The shop <shop@example.com>',
    cookieSecret: readCookieSecret(environment, production, dataDirectory),
    publicUrl: readUrl('PUBLIC_URL', environment['PUBLIC_URL']) ?? 'http://localhost:3000',
    production,
    logLevel: environment['LOG_LEVEL'] ?? 'warn',
    listingCacheMs: Number(environment['LISTING_CACHE_MS'] ?? 1_000),
  };
};
