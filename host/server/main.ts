import { openRegistry } from '@shop/registry';
import { openBucket } from '@shop/server-kit/storage/openBucket';
import { endGracefully } from '@shop/server-kit/lifecycle/endGracefully';
import { exitWithReason } from '@shop/server-kit/lifecycle/exitWithReason';
import { listen, PortTakenError } from '@shop/server-kit/lifecycle/listen';
import { listenForMetrics } from '@shop/server-kit/observability/metricsRoute';
import { openTracing } from '@shop/server-kit/observability/openTracing';
import { StartError } from '@shop/server-kit/lifecycle/StartError';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics } from 'prom-client';
import { buildServer } from './buildServer';
import { readConfig, type HostConfig } from './config';
import { createHostMetrics, type HostMetrics } from './observability/hostMetrics';

/** Of each attempt to read a picture. */
const BUCKET_TIMEOUT_MS = 1_500;
/** Of a picture that arrives slowly. */
const MAX_PICTURE_MS = 10_000;

const explainMissingBuild = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
    ? new StartError(`The host is not built yet (${error.message}). Run npm run build.`)
    : error;

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
    if (listener.required || !(error instanceof PortTakenError)) throw error;
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
    await openRegistry(process.env),
    { level: config.logLevel },
    {
      metrics,
      tracing,
      pictures: await openBucket(process.env, 'MEDIA', { timeoutMs: BUCKET_TIMEOUT_MS, maxReadMs: MAX_PICTURE_MS }),
    },
  );
  await listen(app, config, 'PORT');
  const metricsApp = await startMetrics(app, config, metrics);
  const closeRest = async (): Promise<void> => {
    await metricsApp?.close();
    await tracing?.close();
  };
  endGracefully({ app, config, closeRest });
  process.send?.('listening');
};

startHost().catch((error: unknown) => exitWithReason(explainMissingBuild(error)));
