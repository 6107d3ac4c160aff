import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../../AppContext';
import { formatDollars } from '../../formatDollars';
import { escapeHtml } from '../../http/escapeHtml';
import { ShopError } from '../../http/ShopError';
import type { PaymentEvent, PaymentRequest } from './PaymentProvider';
import { openSandboxSession, SANDBOX_SIGNATURE_HEADER, signSandboxMessage } from './sandboxSignature';

/** Delays between attempts to deliver a message. */
const DELIVERY_DELAYS_MS = [0, 1_000, 4_000, 15_000];
const LATE_DELIVERY_MS = 10_000;

/** Delivery options, to let developers test late, duplicate and lost messages. */
const DELIVERIES = { now: 'At once', late: '10 seconds later', twice: 'Twice', never: 'Never' } as const;
const PaymentForm = Type.Object({
  outcome: Type.Optional(Type.String({ maxLength: 20 })),
  delivery: Type.Optional(Type.String({ maxLength: 20 })),
});
type Delivery = keyof typeof DELIVERIES;
const isDelivery = (value: unknown): value is Delivery => typeof value === 'string' && Object.hasOwn(DELIVERIES, value);

const renderPage = ({ orderNumber, amountCents, returnUrl }: PaymentRequest): string => {
  const amount = formatDollars(amountCents / 100);
  const options = Object.entries(DELIVERIES).map(([value, text]) => `<option value="${value}">${text}</option>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sandbox payment</title></head>
<body><main><h1>Pay ${amount}</h1><p>Order ${escapeHtml(orderNumber)}. This is a sandbox: no money moves, and no card is asked for.</p>
<form method="post"><p><label>Notify the shop <select name="delivery">${options.join('')}</select></label></p>
<p><button name="outcome" value="succeeded">Pay</button> <button name="outcome" value="failed">Decline</button></p></form>
<p><a href="${escapeHtml(returnUrl)}">Back to the shop without paying</a></p></main></body></html>`;
};

export interface SandboxDelivery {
  /** Sends a message to the shop's webhook. Returns false if it was not accepted. */
  (rawBody: string, headers: Readonly<Record<string, string>>): Promise<boolean>;
}

const deliverByHttp =
  (publicUrl: string): SandboxDelivery =>
  async (body, headers) => {
    const response = await fetch(new URL('/api/payments/webhook', publicUrl), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    }).catch(() => undefined);
    return response?.ok ?? false;
  };

/** The sandbox provider's payment page, in development only. Real providers host theirs. */
export const sandboxRoutes = async (
  app: FastifyInstance,
  { config, clock }: AppContext,
  deliver: SandboxDelivery = deliverByHttp(config.publicUrl),
): Promise<void> => {
  const { webhookSecret: secret } = config.payments;
  const readSession = (sealed: string): PaymentRequest => {
    const session = openSandboxSession(secret, sealed);
    if (session === undefined) throw new ShopError('NOT_FOUND');
    return session as PaymentRequest; // sealed by createSandboxProvider
  };
  const deliverEvent = async (event: PaymentEvent, initialDelayMs: number): Promise<void> => {
    const body = JSON.stringify(event);
    await sleep(initialDelayMs, undefined, { ref: false });
    for (const delayMs of DELIVERY_DELAYS_MS) {
      await sleep(delayMs, undefined, { ref: false });
      if (await deliver(body, { [SANDBOX_SIGNATURE_HEADER]: signSandboxMessage(secret, body, clock.now()) })) return;
    }
  };
  const deliverAsChosen = async (event: PaymentEvent, delivery: Delivery): Promise<void> => {
    if (delivery === 'never') return;
    if (delivery === 'late') return void deliverEvent(event, LATE_DELIVERY_MS);
    await deliverEvent(event, 0);
    if (delivery === 'twice') await deliverEvent(event, 0);
  };
  const disableCache = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store');

  await app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    pages.get<{ Querystring: { session?: string } }>(
      '/api/dev/pay',
      { config: { auth: 'anyone' }, schema: { hide: true } },
      async ({ query }, reply) =>
        disableCache(reply)
          .type('text/html; charset=utf-8')
          .send(renderPage(readSession(query.session ?? ''))),
    );
    pages.post<{ Querystring: { session?: string }; Body: Static<typeof PaymentForm> }>(
      '/api/dev/pay',
      { config: { auth: 'anyone' }, schema: { hide: true, body: PaymentForm } },
      async ({ query, body }, reply) => {
        const { paymentId, amountCents, currency, returnUrl } = readSession(query.session ?? '');
        const kind = body.outcome === 'succeeded' ? 'succeeded' : 'failed';
        await deliverAsChosen(
          { id: randomUUID(), kind, paymentId, amountCents, currency },
          isDelivery(body.delivery) ? body.delivery : 'now',
        );
        return disableCache(reply).redirect(returnUrl, 303);
      },
    );
  });
};
