import { openRegistry } from '@shop/registry';
import { endGracefully } from '@shop/server-kit/endGracefully';
import { listenForMetrics } from '@shop/server-kit/metricsRoute';
import { openTracing } from '@shop/server-kit/openTracing';
import { StartError } from '@shop/server-kit/StartError';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics } from 'prom-client';
import { buildServer } from './buildServer';
import { readConfig, type HostConfig } from './config';
import { createHostMetrics, type HostMetrics } from './observability/hostMetrics';

const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

const formatStartError = (error: unknown): string => {
  if (error instanceof StartError) return error.message;
  if (error instanceof Error && isPortTaken(error) && 'port' in error) {
    return `Port ${String(error.port)} is in use. Stop the process that uses it, or choose another port with PORT=3100 npm start.`;
  }
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    return `The host is not built yet (${error.message}). Run npm run build.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/**
 * Without an explicit METRICS_PORT, a taken port is not an error: a second shop on a developer's machine runs without
 * metrics.
 */
const startMetrics = async (
  app: FastifyInstance,
  { metricsListener: listener, metricsToken: token }: HostConfig,
  metrics: HostMetrics,
): Promise<FastifyInstance | undefined> => {
  if (!listener) return undefined;
  try {
    return await listenForMetrics(metrics.register, { ...listener, token });
  } catch (error) {
    if (!isPortTaken(error)) throw error;
    if (listener.required)
      throw new StartError(
        `Port ${listener.port} is in use. Stop the process that uses it, or choose another port with METRICS_PORT.`,
      );
    app.log.info({ port: listener.port }, 'metrics are not served: the port is in use');
    return undefined;
  }
};

const startHost = async (): Promise<void> => {
  const config = readConfig(process.env);
  const metrics = createHostMetrics();
  collectDefaultMetrics({ register: metrics.register });
  const tracing = await openTracing(process.env, 'shop-host');
  const app = await buildServer(
    config,
    await openRegistry(process.env, { createIfMissing: false }),
    { level: config.logLevel },
    { metrics, tracing },
  );
  await app.listen({ port: config.port, host: config.host });
  const metricsApp = await startMetrics(app, config, metrics);
  const closeRest = async (): Promise<void> => {
    await metricsApp?.close();
    await tracing?.close();
  };
  endGracefully({ app, config, closeRest });
  process.send?.('listening');
};

startHost().catch((error: unknown) => {
  console.error(formatStartError(error));
  process.exit(1);
});
