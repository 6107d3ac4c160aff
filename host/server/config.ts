import { readServerConfig, type ServerConfig } from '@shop/server-kit/configuration/readServerConfig';
import { StartError } from '@shop/server-kit/lifecycle/StartError';
import { resolvePath } from '@shop/server-kit/configuration/resolvePath';
import { Settings } from '@shop/server-kit/configuration/Settings';
import { DEFAULT_LIMITS, DEFAULT_RAMP_STEP_MS, type HealthLimits, type RampPolicy } from '@shop/registry';
import type { DataSource } from '../src/app/PageData';
import type { PageCacheLimits } from './pages/PageCache';
import type { OverridePolicy } from './releases/overrides';
import type { FederationOrigin, Origins } from './separateOrigins';

export interface HostConfig extends ServerConfig {
  readonly port: number;
  readonly host: string;
  readonly apiOrigin: string;
  /** Cache directory for releases of a remote registry. */
  readonly releaseCacheDirectory: string;
  /** How much worse than the live release a canary may perform. */
  readonly healthLimits: HealthLimits;
  /** Steps in which a published release is promoted. When undefined, it is promoted at once. */
  readonly ramp: RampPolicy | undefined;
  /** Who may request a release other than the live one. */
  readonly overrides: OverridePolicy;
  readonly mediaDirectory: string;
  readonly hostDist: string;
  /** Public URL of the shop. When undefined, the URL of the request is used. */
  readonly publicUrl: string | undefined;
  readonly origins: Origins;
  /** Where pages read their data from (product.md 13.1). */
  readonly source: DataSource;
  /** Page of a map service that the contact page can embed. When undefined, its map is only drawn. */
  readonly mapUrl: string | undefined;
  /** When false, the service worker unregisters itself in browsers that have it. */
  readonly serviceWorker: boolean;
  /** Lifetimes and size limit of the cache of public pages. */
  readonly pageCache: PageCacheLimits;
  /** Pages that are rendered for one connection, per second; wider networks have multiples (PageLimits). */
  readonly rendersPerSecond: number;
  /** Listener for Prometheus, separate from the public one. When undefined, metrics are not served. */
  readonly metricsListener: MetricsListener | undefined;
}

interface MetricsListener {
  readonly port: number;
  readonly host: string;
  /** False for the development default: the server then starts without metrics if the port is taken. */
  readonly required: boolean;
}

const PAGE_CACHE_STALE_MS = 60_000;
const PAGE_CACHE_STALE_IF_ERROR_MS = 600_000;
const BYTES_IN_MB = 1_048_576;
/** The usual port of OpenTelemetry and Prometheus exporters. */
const DEVELOPMENT_METRICS_PORT = 9_464;

const readMetricsListener = (settings: Settings): MetricsListener | undefined => {
  const isOff = settings.readText('METRICS_PORT') === 'off';
  const port = isOff ? undefined : settings.readPort('METRICS_PORT');
  if (isOff || (port === undefined && settings.production)) return undefined;
  return {
    port: port ?? DEVELOPMENT_METRICS_PORT,
    host: settings.readText('METRICS_HOST') ?? '127.0.0.1',
    required: port !== undefined,
  };
};

const readMapUrl = (settings: Settings): string | undefined => {
  const address = settings.readUrl('MAP_EMBED_URL');
  if (address !== undefined && new URL(address).protocol !== 'https:')
    throw new StartError(`MAP_EMBED_URL must be an https address, not "${address}".`);
  return address;
};

/** A hostname of its own, because cookies ignore ports. */
const readFederationOrigin = (settings: Settings, publicUrl: string | undefined): FederationOrigin => {
  const { production } = settings;
  const address = settings.readUrl('FEDERATION_URL');
  if (address === undefined) return { url: undefined, isOnShop: !production };
  const { origin, protocol, hostname } = new URL(address);
  if (publicUrl === undefined) throw new StartError('FEDERATION_URL needs a PUBLIC_URL.');
  if (production && protocol !== 'https:')
    throw new StartError('FEDERATION_URL must be an https address when NODE_ENV=production.');
  if (hostname === new URL(publicUrl).hostname)
    throw new StartError('FEDERATION_URL must have another hostname than PUBLIC_URL.');
  return { url: origin, isOnShop: false };
};

/** A hostname of its own, as for FEDERATION_URL. Browsers know that names below "localhost" are this machine. */
const readAdminUrl = (
  settings: Settings,
  port: number,
  others: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  const { production } = settings;
  const address = settings.readUrl('ADMIN_URL') ?? (production ? undefined : `http://admin.localhost:${port}`);
  if (address === undefined) return undefined;
  const { origin, protocol, hostname } = new URL(address);
  if (production && protocol !== 'https:')
    throw new StartError('ADMIN_URL must be an https address when NODE_ENV=production.');
  for (const [name, other] of Object.entries(others))
    if (other !== undefined && new URL(other).hostname === hostname)
      throw new StartError(`ADMIN_URL must have another hostname than ${name}.`);
  return origin;
};

const DEFAULT_RENDERS_PER_SECOND = 0.25;

/** Returns the directory of the host's build. */
export const readHostDist = (environment: NodeJS.ProcessEnv): string =>
  resolvePath(environment['HOST_DIST'] || 'host/dist');

/**
 * Reads the host server's configuration.
 * @throws {StartError} with one sentence for the first invalid value.
 */
export const readConfig = (environment: NodeJS.ProcessEnv): HostConfig => {
  const settings = new Settings(environment, { secrets: ['METRICS_TOKEN'], mayBeEmpty: ['HOST', 'API_ORIGIN'] });
  const { production } = settings;
  const port = settings.readPort('PORT') ?? 3_000;
  const address = settings.readUrl('PUBLIC_URL');
  const publicUrl = address && new URL(address).origin;
  const federation = readFederationOrigin(settings, publicUrl);
  const admin = readAdminUrl(settings, port, {
    PUBLIC_URL: publicUrl ?? `http://localhost:${port}`,
    FEDERATION_URL: federation.url,
  });
  const minVisits = settings.readNumber('CANARY_MIN_VISITS') ?? DEFAULT_LIMITS.minVisits;
  const stepMs = settings.readNumber('RAMP_STEP_MS') ?? DEFAULT_RAMP_STEP_MS;
  return {
    ...readServerConfig(settings),
    port,
    host: settings.readText('HOST') ?? 'localhost',
    apiOrigin: new URL(settings.readUrl('API_ORIGIN') ?? 'http://127.0.0.1:4000').origin,
    releaseCacheDirectory: resolvePath(settings.readText('RELEASE_CACHE_DIR') ?? '.cache/releases'),
    healthLimits: {
      minVisits,
      minNetworks: settings.readNumber('CANARY_MIN_NETWORKS') ?? DEFAULT_LIMITS.minNetworks,
      errorMargin: settings.readNumber('CANARY_ERROR_MARGIN') ?? DEFAULT_LIMITS.errorMargin,
      lcpMargin: settings.readNumber('CANARY_LCP_MARGIN') ?? DEFAULT_LIMITS.lcpMargin,
    },
    ramp: production ? { visits: minVisits, stepMs } : undefined,
    overrides: {
      open: settings.readSwitch('REMOTE_OVERRIDES') ?? !production,
      allowed: settings.readList('REMOTE_OVERRIDES_ALLOWED'),
    },
    mediaDirectory: resolvePath(settings.readText('MEDIA_DIR') ?? '.data/media'),
    hostDist: readHostDist(environment),
    publicUrl,
    origins: { federation, admin },
    source: settings.readChoice('SHOP_DATA', ['api', 'sample']) ?? 'api',
    mapUrl: readMapUrl(settings),
    serviceWorker: settings.readSwitch('SERVICE_WORKER') ?? true,
    pageCache: {
      freshMs: settings.readNumber('PAGE_CACHE_MS') ?? 5_000,
      staleMs: PAGE_CACHE_STALE_MS,
      staleIfErrorMs: PAGE_CACHE_STALE_IF_ERROR_MS,
      maxBytes: (settings.readNumber('PAGE_CACHE_MB') ?? 64) * BYTES_IN_MB,
    },
    rendersPerSecond: settings.readNumber('RENDERS_PER_SECOND') || DEFAULT_RENDERS_PER_SECOND,
    metricsListener: readMetricsListener(settings),
  };
};
