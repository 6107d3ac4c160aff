import path from 'node:path';
import { readSecretFiles } from '@shop/server-kit/readSecretFiles';
import { requirePublicUrl } from '@shop/server-kit/requirePublicUrl';
import { readOperations, type OperationsConfig } from '@shop/server-kit/OperationsConfig';
import {
  DEFAULT_LIMITS,
  DEFAULT_RAMP_STEP_MS,
  type HealthLimits,
  type RampPolicy,
  type SendSettings,
} from '@shop/registry';
import type { DataSource } from '../src/app/PageData';
import type { PageCacheLimits } from './pages/PageCache';
import type { OverridePolicy } from './releases/overrides';

export interface HostConfig extends OperationsConfig {
  readonly port: number;
  readonly host: string;
  readonly apiOrigin: string;
  /** Cache directory for releases of a remote registry. */
  readonly releaseCacheDirectory: string;
  /** How much worse than the live release a canary may perform. */
  readonly healthLimits: HealthLimits;
  /** Steps in which a published release goes live. When undefined, it goes live at once. */
  readonly ramp: RampPolicy | undefined;
  /** Allowed webhook addresses, and the site URL that deliveries name. */
  readonly webhooks: SendSettings;
  /** Who may request a release other than the live one. */
  readonly overrides: OverridePolicy;
  readonly mediaDirectory: string;
  readonly hostDist: string;
  readonly production: boolean;
  /** Public URL of the shop. When undefined, the URL of the request is used. */
  readonly publicUrl: string | undefined;
  /** Where pages read their data from (product.md 13.1). */
  readonly source: DataSource;
  /** When false, the service worker unregisters itself in browsers that have it. */
  readonly serviceWorker: boolean;
  /** Lifetimes and size limit of the cache of public pages. */
  readonly pageCache: PageCacheLimits;
  /** Number of proxies in front of this server that append to X-Forwarded-For. */
  readonly trustedProxies: number;
  /** Listener for Prometheus, separate from the public one. When undefined, metrics are not served. */
  readonly metricsListener: MetricsListener | undefined;
}

interface MetricsListener {
  readonly port: number;
  readonly host: string;
  /** False for the development default: the server then starts without metrics if the port is taken. */
  readonly required: boolean;
}

export class ConfigError extends Error {
  override name = 'ConfigError';
}

const PAGE_CACHE_STALE_MS = 60_000;
const PAGE_CACHE_STALE_IF_ERROR_MS = 600_000;
const BYTES_IN_MB = 1_048_576;

const repositoryRoot = path.resolve(__dirname, '../..');

const readPort = (value: string | undefined, fallback: number, name = 'PORT'): number => {
  const port = value === undefined || value === '' ? fallback : Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError(`${name} must be a port number, not "${value}".`);
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
  throw new ConfigError(`SHOP_DATA must be "api" or "sample", not "${value}".`);
};

const readNumber = (name: string, value: string | undefined, fallback: number): number => {
  const number = value === undefined || value === '' ? fallback : Number(value);
  if (!Number.isFinite(number) || number < 0) throw new ConfigError(`${name} must be a number, not "${value}".`);
  return number;
};

const readSwitch = (name: string, value: string | undefined, fallback: boolean): boolean => {
  if (value === undefined || value === '') return fallback;
  if (value === 'on') return true;
  if (value === 'off') return false;
  throw new ConfigError(`${name} must be "on" or "off", not "${value}".`);
};

const readOrigin = (name: string, value: string): string => {
  if (!URL.canParse(value)) throw new ConfigError(`${name} must be a URL, not "${value}".`);
  return new URL(value).origin;
};

/** The usual port of OpenTelemetry and Prometheus exporters. */
const DEVELOPMENT_METRICS_PORT = 9_464;

const readMetricsListener = (environment: NodeJS.ProcessEnv): MetricsListener | undefined => {
  const given = environment['METRICS_PORT'];
  if (given === 'off' || (!given && environment['NODE_ENV'] === 'production')) return undefined;
  return {
    port: readPort(given, DEVELOPMENT_METRICS_PORT, 'METRICS_PORT'),
    host: environment['METRICS_HOST'] || '127.0.0.1',
    required: Boolean(given),
  };
};

/** Returns the directory of the host's build. */
export const readHostDist = (environment: NodeJS.ProcessEnv): string =>
  path.resolve(repositoryRoot, environment['HOST_DIST'] || 'host/dist');

const toConfigError = (sentence: string): ConfigError => new ConfigError(sentence);

/**
 * Reads the host server's configuration.
 * @throws {ConfigError} with one sentence for the first invalid value.
 */
export const readConfig = (given: NodeJS.ProcessEnv): HostConfig => {
  const environment = readSecretFiles(given, ['METRICS_TOKEN'], toConfigError);
  requirePublicUrl(environment, toConfigError);
  const minVisits = readNumber('CANARY_MIN_VISITS', environment['CANARY_MIN_VISITS'], DEFAULT_LIMITS.minVisits);
  const stepMs = readNumber('RAMP_STEP_MS', environment['RAMP_STEP_MS'], DEFAULT_RAMP_STEP_MS);
  const production = environment['NODE_ENV'] === 'production';
  const port = readPort(environment['PORT'], 3000);
  const publicUrl = environment['PUBLIC_URL'] ? readOrigin('PUBLIC_URL', environment['PUBLIC_URL']) : undefined;
  return {
    port,
    host: environment['HOST'] ?? 'localhost',
    apiOrigin: readOrigin('API_ORIGIN', environment['API_ORIGIN'] ?? 'http://127.0.0.1:4000'),
    releaseCacheDirectory: path.resolve(repositoryRoot, environment['RELEASE_CACHE_DIR'] || '.data/release-cache'),
    healthLimits: {
      minVisits,
      errorMargin: readNumber('CANARY_ERROR_MARGIN', environment['CANARY_ERROR_MARGIN'], DEFAULT_LIMITS.errorMargin),
      lcpMargin: readNumber('CANARY_LCP_MARGIN', environment['CANARY_LCP_MARGIN'], DEFAULT_LIMITS.lcpMargin),
    },
    ramp: production ? { visits: minVisits, stepMs } : undefined,
    webhooks: { policy: production ? 'public' : 'any', siteUrl: publicUrl ?? `http://localhost:${port}` },
    overrides: {
      open: readSwitch('REMOTE_OVERRIDES', environment['REMOTE_OVERRIDES'], !production),
      allowed: (environment['REMOTE_OVERRIDES_ALLOWED'] ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    },
    mediaDirectory: path.resolve(repositoryRoot, environment['MEDIA_DIR'] || '.data/media'),
    hostDist: readHostDist(environment),
    publicUrl,
    source: readSource(environment['SHOP_DATA']),
    production,
    serviceWorker: readSwitch('SERVICE_WORKER', environment['SERVICE_WORKER'], true),
    pageCache: {
      freshMs: readNumber('PAGE_CACHE_MS', environment['PAGE_CACHE_MS'], 5_000),
      staleMs: PAGE_CACHE_STALE_MS,
      staleIfErrorMs: PAGE_CACHE_STALE_IF_ERROR_MS,
      maxBytes: readNumber('PAGE_CACHE_MB', environment['PAGE_CACHE_MB'], 64) * BYTES_IN_MB,
    },
    trustedProxies: readCount('TRUSTED_PROXIES', environment['TRUSTED_PROXIES']),
    metricsListener: readMetricsListener(environment),
    ...readOperations(environment, toConfigError),
  };
};
