import type { Tracing } from './spans';

const isConfigured = (environment: NodeJS.ProcessEnv): boolean =>
  Boolean(environment['OTEL_EXPORTER_OTLP_ENDPOINT'] || environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']) &&
  environment['OTEL_SDK_DISABLED'] !== 'true';

/** Traces with OpenTelemetry when a collector is configured. Otherwise undefined, and OpenTelemetry is not loaded. */
export const openTracing = async (
  environment: NodeJS.ProcessEnv,
  serviceName: string,
): Promise<Tracing | undefined> => {
  if (!isConfigured(environment)) return undefined;
  const { createOpenTelemetry } = await import('./openTelemetry');
  return createOpenTelemetry(environment['OTEL_SERVICE_NAME'] || serviceName);
};
