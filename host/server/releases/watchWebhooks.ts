import { WebhookDispatcher, type DeliveryOutcome, type Registry, type SendSettings } from '@shop/registry';
import type { FastifyInstance } from 'fastify';
import type { Counter } from 'prom-client';

const DISPATCH_INTERVAL_MS = 5_000;

/** Delivers webhooks until the server closes. Several hosts share the work. */
export const watchWebhooks = (
  app: FastifyInstance,
  registry: Registry,
  settings: SendSettings,
  deliveries: Pick<Counter<'outcome'>, 'inc'>,
): void => {
  const dispatcher = new WebhookDispatcher(registry, settings);
  const logDelivery = ({ webhookId, event, remote, outcome, attempts, detail }: DeliveryOutcome): void => {
    deliveries.inc({ outcome });
    const fields = { webhook: webhookId, event, remote, attempts, detail };
    if (outcome === 'given-up') app.log.error(fields, 'a webhook delivery failed permanently after a day');
    else if (outcome === 'retried') app.log.info(fields, 'a webhook delivery will be retried');
  };

  let running: Promise<void> | undefined;
  const dispatch = (): void => {
    running ??= dispatcher
      .run(new Date())
      .then((delivered) => delivered.forEach(logDelivery))
      .catch((error: unknown) => app.log.error({ error: String(error) }, 'webhooks could not be delivered'))
      .finally(() => {
        running = undefined;
      });
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    timer = setInterval(dispatch, DISPATCH_INTERVAL_MS).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await running;
  });
};
