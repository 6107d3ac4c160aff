import type { FastifyInstance } from 'fastify';

const IDLE_CHECK_INTERVAL_MS = 50;

/**
 * Resolves after the event loop has accepted and read everything that arrived while it was busy, so that no connection
 * is closed with an unread request in its socket. Load balancers do not retry unsafe requests: those would be lost.
 */
const afterReading = (): Promise<void> => new Promise((resolve) => setTimeout(() => setImmediate(resolve), 0));

declare module 'fastify' {
  interface FastifyInstance {
    /** True once this server shuts down: it reports not ready and asks connections to close. */
    readonly draining: { started: boolean };
  }
}

/**
 * Lets a closing server finish its requests: responses carry `connection: close`, and idle connections are closed.
 * Requires `serverOptions`.
 */
export const drainConnections = (app: FastifyInstance): void => {
  const draining = { started: false };
  app.decorate('draining', draining);
  app.addHook('onSend', async (_request, reply) => {
    if (draining.started) reply.header('connection', 'close');
  });
  let looking: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    draining.started = true;
    // Connections whose response headers were sent earlier still expect keep-alive.
    looking = setInterval(() => setImmediate(() => app.server.closeIdleConnections()), IDLE_CHECK_INTERVAL_MS).unref();
    // Fastify stops listening and closes idle connections right after the last preClose hook.
    await afterReading();
  });
  app.addHook('onClose', async () => clearInterval(looking));
};

/** Requests already in a socket when the server begins to close get a response, not a refusal. */
export const drainingOptions = { forceCloseConnections: 'idle', return503OnClosing: false } as const;
