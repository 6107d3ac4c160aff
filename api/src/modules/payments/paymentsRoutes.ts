import { listPaymentMethods, MAX_EVENT_BYTES, startPayment as startPaymentEndpoint } from '@shop/contracts';
import * as Type from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../AppContext';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import { readOrderOwner } from '../orders/readOrderOwner';
import { choosePaymentConfig, readSettings } from '../settings/readSettings';
import { listPaymentOptions } from './paymentOptions';
import type { PaymentProvider } from './PaymentProvider';
import { receivePaymentEvent } from './receivePaymentEvent';
import { startPayment } from './startPayment';

export const paymentsRoutes = async (
  app: FastifyInstance,
  context: AppContext,
  provider: PaymentProvider | undefined,
): Promise<void> => {
  const { production, payments } = context.config;
  if (production && payments.stripe?.secretKey.includes('_test_'))
    app.log.warn("payments are in Stripe's test mode: orders are marked as paid without money");

  route(app, listPaymentMethods, {
    summary: 'Lists the payment methods and whether they are available.',
    cache: 'fresh',
  })(async () => ({
    status: true,
    message: 'Payment methods',
    data: listPaymentOptions(choosePaymentConfig(context.config, await readSettings(context.reads))),
  }));

  route(app, startPaymentEndpoint, {
    summary: "Opens the payment provider's page for an unpaid order of the caller.",
    cache: 'private',
  })(async ({ params }, { request }) => ({
    status: true,
    message: 'The payment page is open.',
    url: await startPayment(context, provider, params.number, await readOrderOwner(context, request), request.log),
  }));

  // Signatures cover the raw body, so do not parse it here.
  await app.register(async (webhooks) => {
    webhooks.removeContentTypeParser('application/json');
    webhooks.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    const receive = async (name: string, { body, headers }: FastifyRequest<{ Body: string }>): Promise<object> => {
      if (provider?.name !== name) throw new ShopError('NOT_FOUND');
      const event = provider.readEvent(body, headers);
      if (event === undefined) throw new ShopError('WEBHOOK_REFUSED');
      if (event) await receivePaymentEvent(context, name, event);
      return { status: true };
    };
    // The provider authenticates itself by its signature.
    const options = {
      config: { access: 'anyone' },
      bodyLimit: MAX_EVENT_BYTES,
      schema: { hide: true, body: Type.String() },
    } as const;
    webhooks.post<{ Params: { provider: string }; Body: string }>(
      '/api/payments/:provider/events',
      options,
      async (request, reply) =>
        reply.header('cache-control', 'no-store').send(await receive(request.params.provider, request)),
    );
    // The former address, which only the sandbox had.
    webhooks.post<{ Body: string }>('/api/payments/webhook', options, async (request, reply) =>
      reply.header('cache-control', 'no-store').send(await receive('sandbox', request)),
    );
  });
};
