import { currentRequest } from '@shop/observability/requestContext';
import type { Span, Tracing } from '@shop/observability/spans';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Database, Queryable } from '../database/Database';
import type { ApiMetrics } from './apiMetrics';

export const DEFAULT_SLOW_QUERY_MS = 200;
const SHOWN_LETTERS = 300;
const OPERATIONS = new Set(['select', 'insert', 'update', 'delete', 'with']);

interface Observation {
  readonly metrics: Pick<ApiMetrics, 'queries' | 'slowQueries'>;
  readonly tracing: Tracing | undefined;
  readonly slowQueryMs: number | undefined;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

type Query = string | pg.QueryConfig;

const textOf = (query: Query): string => (typeof query === 'string' ? query : query.text);

const operationOf = (text: string): string => {
  const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? '';
  return OPERATIONS.has(word) ? word : 'other';
};

/** A statement as a log may have it: its parameters are numbers ($1) already, what is written into it goes. */
const describe = (query: Query): string =>
  (typeof query !== 'string' && query.name) ||
  textOf(query)
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SHOWN_LETTERS);

/**
 * The request's id as sqlcommenter writes it, so that PostgreSQL's own log says who asked. A named statement is
 * prepared once under its text: it stays as it is.
 */
const commented = (query: Query, requestId: string): Query => {
  const comment = ` /*request_id='${requestId}'*/`; // of a shape that acceptRequestId has checked
  if (typeof query === 'string') return query + comment;
  return query.name === undefined ? { ...query, text: query.text + comment } : query;
};

interface Asking {
  readonly query: Query;
  readonly operation: string;
  readonly started: number;
  readonly requestId: string | undefined;
  readonly span: Span | undefined;
}

const settled = (
  { query, operation, started, requestId, span }: Asking,
  { metrics, slowQueryMs = DEFAULT_SLOW_QUERY_MS, log }: Observation,
  failed: boolean,
): void => {
  const ms = performance.now() - started;
  metrics.queries.observe({ operation }, ms / 1000);
  span?.end({ failed });
  if (ms <= slowQueryMs) return;
  metrics.slowQueries.inc();
  log.warn({ requestId, ms: Math.round(ms), failed, statement: describe(query) }, 'slow query');
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
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': describe(query) },
  });

const observeQueries = (queryable: Queryable, observation: Observation): Queryable => {
  const ask = (query: Query, values?: unknown[]): Promise<unknown> => {
    const request = currentRequest();
    const operation = operationOf(textOf(query));
    const asking = {
      query,
      operation,
      started: performance.now(),
      requestId: request?.requestId,
      span: startSpan(observation.tracing, request?.span, operation, query),
    };
    const answer: Promise<unknown> = queryable.query(request ? commented(query, request.requestId) : query, values);
    // Beside the answer, not around it: with AsyncLocalStorage every promise in between costs each query a microsecond.
    answer.then(
      () => settled(asking, observation, false),
      () => settled(asking, observation, true),
    );
    return answer;
  };
  return { query: ask as Queryable['query'] }; // the shop's repositories use no other of its overloads
};

/** A database whose queries are measured, traced, and carry the id of the request they are made for. */
export const observeDatabase = (database: Database, observation: Observation): Database => ({
  ...database,
  ...observeQueries(database, observation),
  transaction: (work) => database.transaction((connection) => work(observeQueries(connection, observation))),
});
