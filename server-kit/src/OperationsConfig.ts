/** Settings that both servers share. */
export interface OperationsConfig {
  readonly logLevel: string;
  /** Required to read the metrics from another machine. */
  readonly metricsToken: string | undefined;
  /** How long a server still accepts requests after SIGTERM, so that load balancers first see it is not ready. */
  readonly shutdownDelayMs: number;
  /** How long requests in progress may take to finish after that. */
  readonly shutdownLimitMs: number;
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const MIN_TOKEN_LENGTH = 16;
const PRODUCTION_DELAY_MS = 5_000;
const LIMIT_MS = 10_000;

type Refuse = (sentence: string) => Error;

/** Parses a non-negative integer of milliseconds. */
export const readMilliseconds = (name: string, value: string | undefined, fallback: number, refuse: Refuse): number => {
  const milliseconds = value === undefined || value === '' ? fallback : Number(value);
  if (!Number.isInteger(milliseconds) || milliseconds < 0)
    throw refuse(`${name} must be a whole number of milliseconds, not "${value}".`);
  return milliseconds;
};

/** @throws {Error} made by `refuse` from one sentence that says which setting is wrong. */
export const readOperations = (environment: NodeJS.ProcessEnv, refuse: Refuse): OperationsConfig => {
  const production = environment['NODE_ENV'] === 'production';
  const logLevel = environment['LOG_LEVEL'] || (production ? 'info' : 'warn');
  if (!LEVELS.includes(logLevel)) throw refuse(`LOG_LEVEL must be one of ${LEVELS.join(', ')}, not "${logLevel}".`);
  const metricsToken = environment['METRICS_TOKEN'] || undefined;
  if (metricsToken !== undefined && metricsToken.length < MIN_TOKEN_LENGTH)
    throw refuse(`METRICS_TOKEN must have at least ${MIN_TOKEN_LENGTH} characters.`);
  return {
    logLevel,
    metricsToken,
    shutdownDelayMs: readMilliseconds(
      'SHUTDOWN_DELAY_MS',
      environment['SHUTDOWN_DELAY_MS'],
      production ? PRODUCTION_DELAY_MS : 0,
      refuse,
    ),
    shutdownLimitMs: readMilliseconds('SHUTDOWN_LIMIT_MS', environment['SHUTDOWN_LIMIT_MS'], LIMIT_MS, refuse),
  };
};
