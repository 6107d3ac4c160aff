import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../../AppContext';
import { readStorefront } from '../../http/readStorefront';
import { ShopError } from '../../http/ShopError';
import { DELIVERIES, PAGE_POLICY, renderSandboxPage } from './sandboxPage';
import type { SandboxMessage, SandboxSession } from './sandboxProvider';
import { openSandboxSession, SANDBOX_SIGNATURE_HEADER, signSandboxMessage } from './sandboxSignature';

/** Delays between attempts to deliver a message. */
const DELIVERY_DELAYS_MS = [0, 1_000, 4_000, 15_000];
const LATE_DELIVERY_MS = 10_000;

const PaymentForm = Type.Object({
  outcome: Type.Optional(Type.String({ maxLength: 20 })),
  delivery: Type.Optional(Type.String({ maxLength: 20 })),
});
type Delivery = keyof typeof DELIVERIES;
const isDelivery = (value: unknown): value is Delivery => typeof value === 'string' && Object.hasOwn(DELIVERIES, value);

export interface SandboxDelivery {
  /** Sends a message to the shop's webhook. Returns false if it was not accepted. */
  (rawBody: string, headers: Readonly<Record<string, string>>): Promise<boolean>;
}

const deliverByHttp =
  (publicUrl: string): SandboxDelivery =>
  async (body, headers) => {
    const response = await fetch(new URL('/api/payments/sandbox/events', publicUrl), {
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
  const readSession = (sealed: string): SandboxSession => {
    const session = openSandboxSession(secret, sealed);
    if (session === undefined) throw new ShopError('NOT_FOUND');
    return session as SandboxSession; // sealed by createSandboxProvider
  };
  const deliverEvent = async (event: SandboxMessage, initialDelayMs: number): Promise<void> => {
    const body = JSON.stringify(event);
    await sleep(initialDelayMs, undefined, { ref: false });
    for (const delayMs of DELIVERY_DELAYS_MS) {
      await sleep(delayMs, undefined, { ref: false });
      if (await deliver(body, { [SANDBOX_SIGNATURE_HEADER]: signSandboxMessage(secret, body, clock.now()) })) return;
    }
  };
  const deliverAsChosen = async (event: SandboxMessage, delivery: Delivery): Promise<void> => {
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
      { config: { access: 'anyone' }, schema: { hide: true } },
      async (request, reply) =>
        disableCache(reply)
          .header('content-security-policy', PAGE_POLICY)
          .type('text/html; charset=utf-8')
          .send(renderSandboxPage(readSession(request.query.session ?? ''), readStorefront(request))),
    );
    pages.post<{ Querystring: { session?: string }; Body: Static<typeof PaymentForm> }>(
      '/api/dev/pay',
      { config: { access: 'anyone' }, schema: { hide: true, body: PaymentForm } },
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
