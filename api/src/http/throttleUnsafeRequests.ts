import type { FastifyInstance } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const STARTS_PER_TICK = 4;

/**
 * Starts a few unsafe requests in each tick of the event loop and queues the others in order. A tick accepts one new
 * connection (libuv 1.46), so with a hundred logins in each tick, readers behind them would wait for many hundreds of
 * logins. Register this hook first: a queued request would lose its async context.
 */
export const throttleUnsafeRequests = (app: FastifyInstance): void => {
  const queue: (() => void)[] = [];
  let startedCount = 0;
  const endTick = (): void => {
    startedCount = 0;
    for (const begin of queue.splice(0, STARTS_PER_TICK)) start(begin);
  };
  const start = (begin: () => void): void => {
    if (startedCount === 0) setImmediate(endTick);
    startedCount += 1;
    begin();
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (SAFE_METHODS.has(request.method)) done();
    else if (startedCount < STARTS_PER_TICK && queue.length === 0) start(done);
    else queue.push(done);
  });
};
