import { Gauge, Histogram, type Registry } from 'prom-client';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Answered {
  readonly method: string;
  /** The route's template; undefined when no route matched. */
  readonly route: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
}

export interface RequestMetrics {
  began(): void;
  answered(request: Answered): void;
}

/**
 * Traffic, errors and duration of a server. Labels have a fixed set of values: never an address, an id or a method from
 * the request.
 */
export const createRequestMetrics = (register: Registry): RequestMetrics => {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
    registers: [register],
  });
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that have no answer yet.',
    registers: [register],
  });
  return {
    began: () => inFlight.inc(),
    answered({ method, route, status, milliseconds }) {
      inFlight.dec();
      duration.observe(
        {
          method: METHODS.has(method) ? method : 'other',
          route: route ?? 'unknown',
          status: `${Math.floor(status / 100)}xx`,
        },
        milliseconds / 1000,
      );
    },
  };
};
