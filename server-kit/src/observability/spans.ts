export type SpanKind = 'server' | 'client' | 'internal';
/** Must not contain query strings, cookies, addresses or SQL parameters. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

export interface Span {
  /** The W3C `traceparent` header for whoever continues the trace. */
  readonly traceparent: string;
  end(outcome?: { readonly failed?: boolean; readonly attributes?: SpanAttributes }): void;
}

interface SpanStart {
  readonly name: string;
  readonly kind: SpanKind;
  /** A span of this process, or the `traceparent` header of a request; without a parent a new trace begins. */
  readonly parent: Span | string | undefined;
  readonly attributes: SpanAttributes;
}

export interface Tracing {
  start(span: SpanStart): Span;
  /** Sends the remaining spans, unless the collector takes too long. */
  close(): Promise<void>;
}
