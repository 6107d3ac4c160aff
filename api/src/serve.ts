import { describeError } from '@shop/server-kit/observability/describeError';
import { endGracefully } from '@shop/server-kit/lifecycle/endGracefully';
import { listen } from '@shop/server-kit/lifecycle/listen';
import { openTracing } from '@shop/server-kit/observability/openTracing';
import { collectDefaultMetrics } from 'prom-client';
import { buildApp } from './buildApp';
import type { ApiConfig } from './config';
import type { Database } from './database/Database';
import { Replicas } from './database/replicas/Replicas';
import { requireSchema } from './database/migrateDatabase';
import { createDatabaseLimits } from './limits/createDatabaseLimits';
import { connectRedis, openRedis } from './limits/openRedis';
import { createRedisLimits } from './limits/createRedisLimits';
import { eraseDueCustomers } from './modules/customers/erasures';
import { carryOutDecisions } from './modules/reviews/reviewDesk';
import { createMailTransport } from './modules/mail/createMailTransport';
import { startMailQueue } from './modules/mail/startMailQueue';
import { inviteFirstOwner } from './modules/staff/inviteFirstOwner';
import type { StaffContext } from './modules/staff/StaffContext';
import { startMovingProducts } from './modules/catalog/groups/moveProducts';
import { startImportQueue } from './modules/catalog/import/startImportQueue';
import { startPictureQueue } from './modules/pictures/makeDuePictures';
import { openPictureStorage } from './modules/pictures/openPictureStorage';
import { addUpPastDays } from './modules/figures/addUpPastDays';
import { EmptySearches } from './modules/figures/EmptySearches';
import { createApiMetrics } from './observability/apiMetrics';
import { logFailedWork } from './observability/logFailedWork';
import { observeDatabase } from './observability/observeDatabase';
import { SlowQueries } from './observability/SlowQueries';
import { startCleanup } from './startCleanup';
import { createPaymentProvider } from './modules/payments/createPaymentProvider';
import { reconcilePayments } from './modules/payments/reconcilePayments';
import { sendDueRefunds } from './modules/payments/sendDueRefunds';
import { MINUTE_MS } from './clock';
import { startPolling } from './startPolling';

const clock = { now: () => new Date() };
/** They are due ten seconds after they were made. */
const REFUNDS_INTERVAL_MS = 1_000;
const RECONCILIATION_INTERVAL_MS = 10 * MINUTE_MS;
const DECISIONS_INTERVAL_MS = 1_000;
const ERASURES_INTERVAL_MS = MINUTE_MS;
const FIGURES_INTERVAL_MS = MINUTE_MS;
/** The longest period of the figures and the time before it. */
const ADDED_UP_DAYS = 2 * 365;

/** The script that starts the shop on a developer's machine prints the link; a log never has it. */
const sendOwnerLink = async (context: StaffContext & { readonly config: ApiConfig }): Promise<void> => {
  if (context.config.production || context.config.adminUrl === undefined || process.send === undefined) return;
  const ownerLink = await inviteFirstOwner(context);
  if (ownerLink !== undefined) process.send({ ownerLink });
};

/** Serves the API from a migrated database, and shuts both down on a termination signal. */
export const serve = async (config: ApiConfig, database: Database): Promise<void> => {
  const { slowQueryMs, metricsToken } = config;
  await requireSchema(database);
  const redis = config.redisUrl === undefined ? undefined : openRedis(config.redisUrl);
  const limits = redis ? createRedisLimits(redis, clock) : createDatabaseLimits(database, clock);
  const metrics = createApiMetrics();
  collectDefaultMetrics({ register: metrics.register });
  const tracing = await openTracing(process.env, 'shop-api');
  const replicas = config.readUrls.length > 0 ? new Replicas(database, config.readUrls) : undefined;
  await replicas?.start();
  const pictures = await openPictureStorage(process.env);
  const emptySearches = new EmptySearches();
  const app = await buildApp({
    database,
    pictures,
    emptySearches,
    replicas,
    limits,
    clock,
    config,
    logger: { level: config.logLevel },
    metrics,
    tracing,
    slowQueryMs,
    metricsToken,
  });
  if (redis)
    connectRedis(redis, (error) =>
      app.log.warn({ err: describeError(error) }, 'Redis is unreachable: each process counts rate limits on its own'),
    );
  const context = {
    database: observeDatabase(database, {
      metrics,
      tracing,
      slowQueries: new SlowQueries(metrics.slowQueries, app.log, slowQueryMs),
    }),
    clock,
    config,
    metrics,
    pictures,
    onError: logFailedWork(app.log),
  };
  // Before background work starts: if the port is taken, nothing may go on with a closed database.
  await listen(app, config, 'API_PORT');
  const queue = startMailQueue({ ...context, transport: createMailTransport(config) });
  const decisions = startPolling({
    name: 'carrying out decisions about reviews',
    intervalMs: DECISIONS_INTERVAL_MS,
    work: () => carryOutDecisions(context).then(() => false),
    onError: context.onError,
  });
  const erasures = startPolling({
    name: 'erasing customers',
    intervalMs: ERASURES_INTERVAL_MS,
    work: () => eraseDueCustomers(context).then(() => false),
    onError: context.onError,
  });
  const provider = createPaymentProvider(context);
  const refunds = startPolling({
    name: 'sending refunds',
    intervalMs: REFUNDS_INTERVAL_MS,
    work: (signal) => sendDueRefunds({ ...context, provider }, { signal }).then(() => false),
    onError: context.onError,
  });
  const reconciliation = startPolling({
    name: 'asking about payments',
    intervalMs: RECONCILIATION_INTERVAL_MS,
    work: (signal) => reconcilePayments(context, provider, { signal }).then(() => false),
    onError: context.onError,
  });
  const pictureQueue = startPictureQueue(context);
  const moving = startMovingProducts(context);
  const importQueue = startImportQueue({ ...context, location: config });
  const figures = startPolling({
    name: 'adding up past days',
    intervalMs: FIGURES_INTERVAL_MS,
    work: (signal) => addUpPastDays(context, ADDED_UP_DAYS, signal).then(() => false),
    onError: context.onError,
  });
  const searchCounts = startPolling({
    name: 'writing searches without a result',
    intervalMs: MINUTE_MS,
    work: () => emptySearches.flush(context.database).then(() => false),
    onError: context.onError,
  });
  const cleaning = startCleanup({ ...context, provider });
  await sendOwnerLink(context);
  const closeResources = async (): Promise<void> => {
    cleaning.stop();
    await queue.stop();
    await decisions.stop();
    await erasures.stop();
    await refunds.stop();
    await reconciliation.stop();
    await pictureQueue.stop();
    await moving.stop();
    await importQueue.stop();
    await figures.stop();
    await searchCounts.stop();
    await emptySearches
      .flush(database)
      .catch((error: unknown) => context.onError(error, 'writing searches without a result'));
    redis?.disconnect();
    await replicas?.stop();
    await database.close();
    await tracing?.close();
  };
  endGracefully({ app, config, closeRest: closeResources });
};
