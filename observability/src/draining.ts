import type { FastifyInstance } from 'fastify';

const IDLE_LOOKED_FOR_MS = 50;

/**
 * Resolves right after the event loop has accepted and read what came while it was busy: what is closed then has no
 * request in the socket that nobody has seen. A request cut off unread is lost, where it is one that a load balancer
 * does not send twice.
 */
const afterReading = (): Promise<void> => new Promise((resolve) => setTimeout(() => setImmediate(resolve), 0));

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether this server is about to end: it is not ready, and asks connections to close. */
    readonly draining: { begun: boolean };
  }
}

/**
 * Lets a closing server finish what it answers: connections are told to close with their answer, and closed when they
 * have none to wait for. For it, `fastify(…)` needs `drainingOptions`.
 */
export const drainConnections = (app: FastifyInstance): void => {
  const draining = { begun: false };
  app.decorate('draining', draining);
  app.addHook('onSend', async (_request, reply) => {
    if (draining.begun) reply.header('connection', 'close');
  });
  let looking: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    draining.begun = true;
    // Those whose headers had left before still believe that they are kept.
    looking = setInterval(() => setImmediate(() => app.server.closeIdleConnections()), IDLE_LOOKED_FOR_MS).unref();
    // Fastify stops listening and closes idle connections right after the last of these hooks.
    await afterReading();
  });
  app.addHook('onClose', async () => clearInterval(looking));
};

/** A request that is in the socket already when the server begins to close is answered, not refused. */
export const drainingOptions = { forceCloseConnections: 'idle', return503OnClosing: false } as const;
