export type SpanKind = 'server' | 'client' | 'internal';
/** Never a query string, a cookie, an address or a parameter of SQL. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface Span {
  /** W3C's header, for whoever goes on with the trace. */
  readonly traceparent: string;
  end(outcome?: { readonly failed?: boolean; readonly attributes?: SpanAttributes }): void;
}

interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  /** A span of this process, or the traceparent that came with a request; without it a trace begins. */
  readonly parent: Span | string | undefined;
  readonly attributes: SpanAttributes;
}

export interface Tracing {
  start(span: SpanStart): Span;
  /** Sends what is left, if the collector takes it within a moment. */
  close(): Promise<void>;
}

const isConfigured = (environment: NodeJS.ProcessEnv): boolean =>
  Boolean(environment['OTEL_EXPORTER_OTLP_ENDPOINT'] || environment['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']) &&
  environment['OTEL_SDK_DISABLED'] !== 'true';

/** Traces by OpenTelemetry where a collector is named; undefined elsewhere, with nothing of OpenTelemetry loaded. */
export const openTracing = async (
  environment: NodeJS.ProcessEnv,
  serviceName: string,
): Promise<Tracing | undefined> => {
  if (!isConfigured(environment)) return undefined;
  const { createOpenTelemetry } = await import('./openTelemetry');
  return createOpenTelemetry(environment['OTEL_SERVICE_NAME'] || serviceName);
};
