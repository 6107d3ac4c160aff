import { StartError } from '../lifecycle/StartError';
import type { Settings } from './Settings';

/** Settings of both servers. */
export interface ServerConfig {
  readonly production: boolean;
  /** Number of proxies that append to X-Forwarded-For. If it is wrong, clients can spoof their IP address. */
  readonly trustedProxies: number;
  readonly logLevel: string;
  /** Required to read the metrics from another machine. */
  readonly metricsToken: string | undefined;
  /** How long a server still accepts requests after SIGTERM, so that load balancers first see it is not ready. */
  readonly shutdownDelayMs: number;
  /** How long requests in progress may take to finish after that. */
  readonly shutdownLimitMs: number;
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const MIN_TOKEN_LENGTH = 16;

/** @throws {StartError} with one sentence for the first invalid value. */
export const readServerConfig = (settings: Settings): ServerConfig => {
  const { production } = settings;
  const metricsToken = settings.readText('METRICS_TOKEN');
  if (metricsToken !== undefined && metricsToken.length < MIN_TOKEN_LENGTH)
    throw new StartError(`METRICS_TOKEN must have at least ${MIN_TOKEN_LENGTH} characters.`);
  return {
    production,
    trustedProxies: settings.readWholeNumber('TRUSTED_PROXIES') ?? 0,
    logLevel: settings.readChoice('LOG_LEVEL', LEVELS) ?? (production ? 'info' : 'warn'),
    metricsToken,
    shutdownDelayMs: settings.readMilliseconds('SHUTDOWN_DELAY_MS') ?? (production ? 5_000 : 0),
    shutdownLimitMs: settings.readMilliseconds('SHUTDOWN_LIMIT_MS') ?? 10_000,
  };
};
