import { currentRequest } from '@shop/server-kit/observability/requestContext';
import type { Span, Tracing } from '@shop/server-kit/observability/spans';
import type pg from 'pg';
import type { Database, Readable } from '../database/Database';
import type { ApiMetrics } from './apiMetrics';
import type { SlowQueries } from './SlowQueries';

const MAX_STATEMENT_LENGTH = 300;
const OPERATIONS = new Set(['select', 'insert', 'update', 'delete', 'with']);

interface Observation {
  readonly metrics: Pick<ApiMetrics, 'queries'>;
  readonly tracing: Tracing | undefined;
  readonly slowQueries: SlowQueries;
}

type Query = string | pg.QueryConfig;

const getText = (query: Query): string => (typeof query === 'string' ? query : query.text);

const parseOperation = (text: string): string => {
  const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? '';
  return OPERATIONS.has(word) ? word : 'other';
};

/** Returns a statement that is safe to log: parameters are placeholders already, and string literals are removed. */
const describeQuery = (query: Query): string =>
  (typeof query !== 'string' && query.name) ||
  getText(query)
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_STATEMENT_LENGTH);

/**
 * Appends the request id in sqlcommenter format, so that PostgreSQL's log shows it. Named statements are prepared once
 * under their text and stay unchanged.
 */
const addRequestComment = (query: Query, requestId: string): Query => {
  const comment = ` /*request_id='${requestId}'*/`; // its format was checked by acceptRequestId
  if (typeof query === 'string') return query + comment;
  return query.name === undefined ? { ...query, text: query.text + comment } : query;
};

interface RunningQuery {
  readonly query: Query;
  readonly operation: string;
  readonly started: number;
  readonly requestId: string | undefined;
  readonly span: Span | undefined;
}

const recordQuery = (
  { query, operation, started, requestId, span }: RunningQuery,
  { metrics, slowQueries }: Observation,
  failed: boolean,
): void => {
  const ms = performance.now() - started;
  metrics.queries.observe({ operation }, ms / 1000);
  span?.end({ failed });
  if (ms > slowQueries.limitMs) slowQueries.add(describeQuery(query), { requestId, ms: Math.round(ms), failed });
};

const startSpan = (
  tracing: Tracing | undefined,
  parent: Span | undefined,
  operation: string,
  query: Query,
): Span | undefined =>
  parent &&
  tracing?.start({
    name: `${operation} query`,
    kind: 'client',
    parent,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': describeQuery(query) },
  });

/** Wraps a server so that its queries are measured, traced and tagged with their request's id. */
export const observeQueries = (readable: Readable, observation: Observation): Readable => {
  const runQuery = (query: Query, values?: unknown[]): Promise<unknown> => {
    const request = currentRequest();
    const operation = parseOperation(getText(query));
    const running = {
      query,
      operation,
      started: performance.now(),
      requestId: request?.requestId,
      span: startSpan(observation.tracing, request?.span, operation, query),
    };
    const result: Promise<unknown> = readable.query(
      request ? addRequestComment(query, request.requestId) : query,
      values,
    );
    // Do not wrap the promise: with AsyncLocalStorage each extra promise costs a query a microsecond.
    result.then(
      () => recordQuery(running, observation, false),
      () => recordQuery(running, observation, true),
    );
    return result;
  };
  return { query: runQuery as Readable['query'] }; // repositories use only this overload
};

/** Wraps a database like `observeQueries`. */
export const observeDatabase = (database: Database, observation: Observation): Database => ({
  ...database,
  ...observeQueries(database, observation),
  transaction: (work) =>
    database.transaction((connection) => work({ ...connection, ...observeQueries(connection, observation) })),
});
