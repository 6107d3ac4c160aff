import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../../AppContext';
import { escapeHtml } from '../../http/escapeHtml';
import { ShopError } from '../../http/ShopError';
import type { PaymentEvent, PaymentRequest } from './PaymentProvider';
import { openSandboxSession, SANDBOX_SIGNATURE_HEADER, signSandboxMessage } from './sandboxSignature';

/** A message that did not arrive is sent again, as providers do. */
const SENT_AGAIN_AFTER_MS = [0, 1_000, 4_000, 15_000];
const LATE_MS = 10_000;

/** How a developer wants the shop to be told: to see the unlucky cases. */
const DELIVERIES = { now: 'At once', late: '10 seconds later', twice: 'Twice', never: 'Never' } as const;
const PaymentForm = Type.Object({
  outcome: Type.Optional(Type.String({ maxLength: 20 })),
  delivery: Type.Optional(Type.String({ maxLength: 20 })),
});
type Delivery = keyof typeof DELIVERIES;
const isDelivery = (value: unknown): value is Delivery => typeof value === 'string' && Object.hasOwn(DELIVERIES, value);

const renderPage = ({ orderNumber, amountCents, returnUrl }: PaymentRequest): string => {
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amountCents / 100);
  const options = Object.entries(DELIVERIES).map(([value, text]) => `<option value="${value}">${text}</option>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sandbox payment</title></head>
<body><main><h1>Pay ${amount}</h1><p>Order ${escapeHtml(orderNumber)}. This is a sandbox: no money moves, and no card is asked for.</p>
<form method="post"><p><label>The shop is told <select name="delivery">${options.join('')}</select></label></p>
<p><button name="outcome" value="succeeded">Pay</button> <button name="outcome" value="failed">Decline</button></p></form>
<p><a href="${escapeHtml(returnUrl)}">Back to the shop without paying</a></p></main></body></html>`;
};

export interface SandboxDelivery {
  /** Sends a message to the shop's webhook; false where it did not arrive. */
  (rawBody: string, headers: Readonly<Record<string, string>>): Promise<boolean>;
}

const deliverByHttp =
  (publicUrl: string): SandboxDelivery =>
  async (body, headers) => {
    const answer = await fetch(new URL('/api/payments/webhook', publicUrl), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    }).catch(() => undefined);
    return answer?.ok ?? false;
  };

/** The sandbox provider's own pages, in development only: what a real provider has on servers of its own. */
export const sandboxPages = async (
  app: FastifyInstance,
  { config, clock }: AppContext,
  deliver: SandboxDelivery = deliverByHttp(config.publicUrl),
): Promise<void> => {
  const { webhookSecret: secret } = config.payments;
  const open = (sealed: string): PaymentRequest => {
    const session = openSandboxSession(secret, sealed);
    if (session === undefined) throw new ShopError('NOT_FOUND');
    return session as PaymentRequest; // sealed by createSandboxProvider
  };
  const tell = async (event: PaymentEvent, firstAfterMs: number): Promise<void> => {
    const body = JSON.stringify(event);
    await sleep(firstAfterMs, undefined, { ref: false });
    for (const pause of SENT_AGAIN_AFTER_MS) {
      await sleep(pause, undefined, { ref: false });
      if (await deliver(body, { [SANDBOX_SIGNATURE_HEADER]: signSandboxMessage(secret, body, clock.now()) })) return;
    }
  };
  const sendAll = async (event: PaymentEvent, delivery: Delivery): Promise<void> => {
    if (delivery === 'never') return;
    if (delivery === 'late') return void tell(event, LATE_MS);
    await tell(event, 0);
    if (delivery === 'twice') await tell(event, 0);
  };
  const noStore = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store');

  await app.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    pages.get<{ Querystring: { session?: string } }>(
      '/api/dev/pay',
      { schema: { hide: true } },
      async ({ query }, reply) =>
        noStore(reply)
          .type('text/html; charset=utf-8')
          .send(renderPage(open(query.session ?? ''))),
    );
    pages.post<{ Querystring: { session?: string }; Body: Static<typeof PaymentForm> }>(
      '/api/dev/pay',
      { schema: { hide: true, body: PaymentForm } },
      async ({ query, body }, reply) => {
        const { paymentId, amountCents, currency, returnUrl } = open(query.session ?? '');
        const kind = body.outcome === 'succeeded' ? 'succeeded' : 'failed';
        await sendAll(
          { id: randomUUID(), kind, paymentId, amountCents, currency },
          isDelivery(body.delivery) ? body.delivery : 'now',
        );
        return noStore(reply).redirect(returnUrl, 303);
      },
    );
  });
};
