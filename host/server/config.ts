import path from 'node:path';
import { DEFAULT_LIMITS, type HealthLimits } from '@shop/federation/registry';
import type { DataSource } from '../src/app/PageData';
import type { OverridePolicy } from './releases/overrides';

export interface HostConfig {
  readonly port: number;
  readonly host: string;
  readonly apiOrigin: string;
  /** Where releases of a registry that is not on this machine are kept. */
  readonly releaseCacheDirectory: string;
  /** How much worse than live a canary may be. */
  readonly healthLimits: HealthLimits;
  /** Who may ask for another release than the live one. */
  readonly overrides: OverridePolicy;
  readonly mediaDirectory: string;
  readonly hostDist: string;
  readonly production: boolean;
  /** The shop's address as shoppers see it; undefined where it is what they ask for. */
  readonly publicUrl: string | undefined;
  /** PRODUCT, Two data sources. */
  readonly source: DataSource;
  /** False takes the service worker out of every browser that has it. */
  readonly serviceWorker: boolean;
  /** How many proxies in front of this server append to X-Forwarded-For. */
  readonly trustedProxies: number;
}

export class ConfigError extends Error {
  override name = 'ConfigError';
}

const repositoryRoot = path.resolve(__dirname, '../..');

const readPort = (value: string | undefined, fallback: number): number => {
  const port = value === undefined || value === '' ? fallback : Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new ConfigError(`PORT must be a port number, not "${value}".`);
  return port;
};

const readCount = (name: string, value: string | undefined): number => {
  const count = Number(value ?? 0);
  if (!Number.isInteger(count) || count < 0) throw new ConfigError(`${name} must be a whole number, not "${value}".`);
  return count;
};

const readSource = (value: string | undefined): DataSource => {
  if (value === undefined || value === '' || value === 'api') return 'api';
  if (value === 'sample') return 'sample';
  throw new ConfigError(`SHOP_DATA is "api" or "sample", not "${value}".`);
};

const readNumber = (name: string, value: string | undefined, fallback: number): number => {
  const number = value === undefined || value === '' ? fallback : Number(value);
  if (!Number.isFinite(number) || number < 0) throw new ConfigError(`${name} is a number, not "${value}".`);
  return number;
};

const readSwitch = (name: string, value: string | undefined, fallback: boolean): boolean => {
  if (value === undefined || value === '') return fallback;
  if (value === 'on') return true;
  if (value === 'off') return false;
  throw new ConfigError(`${name} is "on" or "off", not "${value}".`);
};

const readOrigin = (name: string, value: string): string => {
  if (!URL.canParse(value)) throw new ConfigError(`${name} must be a URL, not "${value}".`);
  return new URL(value).origin;
};

/** Reads the host server's configuration; one clear sentence for what is wrong. */
export const readConfig = (environment: NodeJS.ProcessEnv): HostConfig => ({
  port: readPort(environment['PORT'], 3000),
  host: environment['HOST'] ?? 'localhost',
  apiOrigin: readOrigin('API_ORIGIN', environment['API_ORIGIN'] ?? 'http://127.0.0.1:4000'),
  releaseCacheDirectory: environment['RELEASE_CACHE_DIR'] || path.join(repositoryRoot, '.data/release-cache'),
  healthLimits: {
    minVisits: readNumber('CANARY_MIN_VISITS', environment['CANARY_MIN_VISITS'], DEFAULT_LIMITS.minVisits),
    errorMargin: readNumber('CANARY_ERROR_MARGIN', environment['CANARY_ERROR_MARGIN'], DEFAULT_LIMITS.errorMargin),
    lcpMargin: readNumber('CANARY_LCP_MARGIN', environment['CANARY_LCP_MARGIN'], DEFAULT_LIMITS.lcpMargin),
  },
  overrides: {
    open: readSwitch('REMOTE_OVERRIDES', environment['REMOTE_OVERRIDES'], environment['NODE_ENV'] !== 'production'),
    allowed: (environment['REMOTE_OVERRIDES_ALLOWED'] ?? '').split(',').map((name) => name.trim()).filter((name) => name !== ''),
  },
  mediaDirectory: environment['MEDIA_DIR'] ?? path.join(repositoryRoot, '.data/media'),
  hostDist: path.join(repositoryRoot, 'host/dist'),
  publicUrl: environment['PUBLIC_URL'] ? readOrigin('PUBLIC_URL', environment['PUBLIC_URL']) : undefined,
  source: readSource(environment['SHOP_DATA']),
  production: environment['NODE_ENV'] === 'production',
  serviceWorker: readSwitch('SERVICE_WORKER', environment['SERVICE_WORKER'], true),
  trustedProxies: readCount('TRUSTED_PROXIES', environment['TRUSTED_PROXIES']),
});
