import { isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Span, Tracing } from './spans';

const EXPORT_TIMEOUT_MS = 5_000;
const CLOSE_WITHIN_MS = 2_000;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

const remoteParent = (traceparent: string): Context => {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : ROOT_CONTEXT;
};

/**
 * Creates spans manually: three kinds do not justify instrumentation that patches other libraries. OpenTelemetry's own
 * environment variables configure exporter, headers and sampling. Spans that the collector does not accept in time are
 * dropped.
 */
export const createOpenTelemetry = (serviceName: string): Tracing => {
  const processor = new BatchSpanProcessor(new OTLPTraceExporter({ timeoutMillis: EXPORT_TIMEOUT_MS }), {
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('shop');
  const contexts = new WeakMap<Span, Context>();
  const findContext = (parent: Span | string | undefined): Context =>
    (typeof parent === 'string' ? remoteParent(parent) : parent && contexts.get(parent)) ?? ROOT_CONTEXT;

  return {
    start({ name, kind, parent, attributes }) {
      const parentContext = findContext(parent);
      const started = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parentContext);
      const { traceId, spanId, traceFlags } = started.spanContext();
      const span: Span = {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        end({ failed = false, attributes: more = {} } = {}) {
          started.setAttributes(more);
          if (failed) started.setStatus({ code: SpanStatusCode.ERROR });
          started.end();
        },
      };
      contexts.set(span, trace.setSpan(parentContext, started));
      return span;
    },
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
};
