import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { storefronts, type StorefrontId } from '@shop/contracts';
import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppContext } from '../../AppContext';
import { formatDollars } from '../../formatDollars';
import { escapeHtml } from '../../http/escapeHtml';
import { readStorefront } from '../../http/readStorefront';
import { SECURITY_HEADERS } from '../../http/securityHeaders';
import { ShopError } from '../../http/ShopError';
import type { PaymentRequest } from './PaymentProvider';
import type { SandboxMessage } from './sandboxProvider';
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

const COLORS = Object.values(storefronts).map(
  ({ id, theme }) =>
    `[data-storefront=${id}] { --accent: ${theme.primaryColor}; --background: ${theme.backgroundColor}; --text: ${theme.textColor} }`,
);
const STYLE = `
${COLORS.join('\n')}
:root { background: var(--background); color: var(--text); font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0; overflow-wrap: anywhere }
header { padding: 1rem; border-block-end: .25rem solid var(--accent); font-size: 1.25rem; font-weight: 700; text-align: center }
main { max-inline-size: 26rem; margin: 5vh auto; padding: 1rem }
h1 { margin: 0; line-height: 1.2 }
form { display: grid; gap: 1rem; margin-block: 1.5rem }
label { display: grid; gap: .25rem }
.buttons { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem }
select, button { min-block-size: 2.75rem; padding-inline: .75rem; border: 1px solid; border-radius: .375rem; background: #fff; color: inherit; font: inherit }
button { font-weight: 600; cursor: pointer }
@media (forced-colors: none) { button[value=succeeded] { border-color: var(--text); background: var(--text); color: var(--background) } }
a { display: inline-flex; align-items: center; min-block-size: 2.75rem; color: inherit }
:focus-visible { outline: 3px solid; outline-offset: 2px }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const PAGE_POLICY = `${SECURITY_HEADERS['content-security-policy']}; style-src 'sha256-${STYLE_HASH}'`;

const renderPage = ({ orderNumber, amountCents, returnUrl }: PaymentRequest, storefront: StorefrontId): string => {
  const amount = formatDollars(amountCents / 100);
  const { name } = storefronts[storefront];
  const options = Object.entries(DELIVERIES).map(([value, text]) => `<option value="${value}">${text}</option>`);
  return `<!doctype html><html lang="en" data-storefront="${storefront}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sandbox payment | ${name}</title><style>${STYLE}</style></head>
<body><header>${name}</header><main><h1>Pay ${amount}</h1><p>Order ${escapeHtml(orderNumber)}. This is a sandbox: no money moves, and no card is asked for.</p>
<form method="post"><label>Notify the shop <select name="delivery">${options.join('')}</select></label>
<div class="buttons"><button name="outcome" value="succeeded">Pay</button> <button name="outcome" value="failed">Decline</button></div></form>
<p><a href="${escapeHtml(returnUrl)}">Back to ${name} without paying</a></p></main></body></html>`;
};

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
  const readSession = (sealed: string): PaymentRequest => {
    const session = openSandboxSession(secret, sealed);
    if (session === undefined) throw new ShopError('NOT_FOUND');
    return session as PaymentRequest; // sealed by createSandboxProvider
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
          .send(renderPage(readSession(request.query.session ?? ''), readStorefront(request))),
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
