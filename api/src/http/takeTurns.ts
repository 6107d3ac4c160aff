import type { FastifyInstance } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const CHANGES_PER_ROUND = 4;

/**
 * Of the requests that change something, a few begin in each round of the event loop; the others wait for the next
 * ones, in their order. A round takes on one new connection (libuv 1.46), so with a hundred logins in each, readers
 * behind them would wait for many times a hundred logins. Registered first: where a request waits, it has no context
 * yet that could be lost.
 */
export const takeTurns = (app: FastifyInstance): void => {
  const waiting: (() => void)[] = [];
  let begun = 0;
  const endRound = (): void => {
    begun = 0;
    for (const begin of waiting.splice(0, CHANGES_PER_ROUND)) start(begin);
  };
  const start = (begin: () => void): void => {
    if (begun === 0) setImmediate(endRound);
    begun += 1;
    begin();
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (SAFE_METHODS.has(request.method)) done();
    else if (begun < CHANGES_PER_ROUND && waiting.length === 0) start(done);
    else waiting.push(done);
  });
};
