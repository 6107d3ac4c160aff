import { createRequire } from 'node:module';
import type { Stripe } from 'stripe';
import type { Clock } from '../../clock';
import { HOUR_MS, MINUTE_MS } from '../../clock';
import type { StripeConfig } from '../../config';
import { describeLines } from './describeLines';
import {
  PaymentRefused,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentRequest,
  type ProviderRefund,
} from './PaymentProvider';
import {
  readId,
  readStripeEvent,
  requireStripe,
  StripePage,
  StripeRefund,
  StripeSession,
  toRefund,
  toRefundEvent,
  toSessionEvent,
} from './stripeObjects';

/** Only for who uses it: it takes 15 MB and a quarter of a second. */
const loadStripe = (): typeof Stripe => createRequire(__filename)('stripe') as typeof Stripe;

const SIGNATURE_HEADER = 'stripe-signature';
/** Maximum age of a signature, which prevents replays. */
const TOLERANCE_S = 300;
/** Of one attempt. Browsers wait ten seconds for the page: enough for two. */
const TIMEOUT_MS = 4_000;
const MAX_RETRIES = 1;
const START_LIMIT_MS = 9_500;
/** How long Stripe lets a page stay open, with a minute for clocks that differ. */
const MIN_OPEN_MS = 31 * MINUTE_MS;
const MAX_OPEN_MS = 24 * HOUR_MS - MINUTE_MS;
const MAX_REFUNDS = 100;

/** Rejects when the signal aborts. The library knows no signals: its own time limit ends the request. */
const until = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

/** When a page closes: a minute before the order is canceled, if Stripe allows that. */
const chooseExpiry = (heldUntil: Date, now: Date): number => {
  const openMs = heldUntil.getTime() - MINUTE_MS - now.getTime();
  const expiresAt =
    openMs < MIN_OPEN_MS
      ? // A whole minute, so that a second click at the same time asks for the same page.
        Math.ceil((now.getTime() + MIN_OPEN_MS) / MINUTE_MS) * MINUTE_MS
      : openMs > MAX_OPEN_MS
        ? Math.floor((now.getTime() + MAX_OPEN_MS) / MINUTE_MS) * MINUTE_MS
        : heldUntil.getTime() - MINUTE_MS;
  return Math.floor(expiresAt / 1_000);
};

interface StripeOptions {
  readonly stripe: StripeConfig;
  readonly clock: Clock;
  /** Of one attempt, and of all to open a page. */
  readonly limits?: { readonly timeoutMs: number; readonly startMs: number };
}

/** Payments by cards and wallets on Stripe's own pages (Checkout Sessions). */
export const createStripeProvider = ({
  stripe: { secretKey, webhookSecrets, apiUrl },
  clock,
  limits: { timeoutMs, startMs } = { timeoutMs: TIMEOUT_MS, startMs: START_LIMIT_MS },
}: StripeOptions): PaymentProvider => {
  const library = loadStripe();
  const { StripeCardError, StripeInvalidRequestError } = library.errors;
  const isLive = secretKey.includes('_live_');
  const client = new library(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
    ...(apiUrl && {
      protocol: apiUrl.protocol === 'http:' ? 'http' : 'https',
      host: apiUrl.hostname,
      port: apiUrl.port,
    }),
  });

  const openPage = (request: PaymentRequest): Promise<Stripe.Checkout.Session> => {
    const { paymentId, pageId, orderNumber, amountCents, returnUrl, expiresAt } = request;
    const expiry = chooseExpiry(expiresAt, clock.now());
    const title = `Order ${orderNumber}`;
    return client.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'usd',
              unit_amount: amountCents,
              product_data: { name: title, description: describeLines(request.lines) },
            },
          },
        ],
        client_reference_id: paymentId,
        payment_intent_data: { description: title, metadata: { payment_id: paymentId } },
        // Orders are charged in USD (product.md 1.7).
        adaptive_pricing: { enabled: false },
        success_url: returnUrl,
        cancel_url: returnUrl,
        expires_at: expiry,
      },
      // A repeated request opens no second page; after a page that closed, it opens the next one.
      { idempotencyKey: ['page', paymentId, expiry, ...(pageId === null ? [] : [pageId])].join('-') },
    );
  };

  const startPage = async (request: PaymentRequest): Promise<Stripe.Checkout.Session> => {
    const known = request.pageId === null ? undefined : await client.checkout.sessions.retrieve(request.pageId);
    return known === undefined || known.status === 'expired' ? openPage(request) : known;
  };

  /** Stripe forgets idempotency keys after a day, so look first whether this refund was sent. */
  const findRefund = async (reference: string, refundId: string): Promise<Stripe.Refund | undefined> => {
    const { data } = await client.refunds.list({ payment_intent: reference, limit: MAX_REFUNDS });
    return data.find(({ metadata }) => metadata?.['refund_id'] === refundId);
  };

  const findReference = async (pageId: string | null): Promise<string> => {
    const session = pageId === null ? undefined : await client.checkout.sessions.retrieve(pageId);
    const reference = readId(session?.payment_intent ?? null);
    if (reference === null) throw new PaymentRefused('Stripe does not know this payment.');
    return reference;
  };

  const sendRefund = async (
    reference: string,
    { refundId, amountCents }: { readonly refundId: string; readonly amountCents: number },
  ): Promise<ProviderRefund> => {
    const sent =
      (await findRefund(reference, refundId)) ??
      (await client.refunds.create(
        { payment_intent: reference, amount: amountCents, metadata: { refund_id: refundId } },
        { idempotencyKey: refundId },
      ));
    return toRefund(requireStripe(StripeRefund, sent));
  };

  const askAboutPage = async (pageId: string): Promise<PaymentEvent | null> => {
    const answer = await client.checkout.sessions.retrieve(pageId, { expand: ['payment_intent'] });
    const session = requireStripe(StripeSession, answer);
    const { status, payment_status: paid } = session;
    const { payment_intent: intent } = answer;
    if (paid === 'paid') return toSessionEvent(`asked-${pageId}-paid`, session, 'succeeded');
    if (status === 'expired') return toSessionEvent(`asked-${pageId}-expired`, session, 'expired');
    // A method that takes days is `processing` until then.
    const hasFailed =
      status === 'complete' &&
      intent !== null &&
      typeof intent !== 'string' &&
      ['requires_payment_method', 'canceled'].includes(intent.status);
    return hasFailed ? toSessionEvent(`asked-${pageId}-failed`, session, 'failed') : null;
  };

  return {
    name: 'stripe',
    async start(request) {
      const { id, url } = requireStripe(StripePage, await until(AbortSignal.timeout(startMs), startPage(request)));
      // Paid already, but the message is on its way: the order's page waits for it.
      return { url: url ?? request.returnUrl, pageId: id };
    },
    async close(pageId, signal) {
      try {
        await until(signal, client.checkout.sessions.expire(pageId));
      } catch (error) {
        // It is expired or complete.
        if (!(error instanceof StripeInvalidRequestError)) throw error;
      }
    },
    readEvent(rawBody, headers) {
      const signature = headers[SIGNATURE_HEADER];
      if (typeof signature !== 'string') return undefined;
      for (const secret of webhookSecrets) {
        try {
          const event: unknown = library.webhooks.constructEvent(
            rawBody,
            signature,
            secret,
            TOLERANCE_S,
            undefined,
            clock.now().getTime(),
          );
          return readStripeEvent(event, isLive);
        } catch {
          // signed with another secret, or too old
        }
      }
      return undefined;
    },
    async refund({ pageId, reference, signal, ...refund }) {
      try {
        return await until(
          signal,
          Promise.resolve(reference ?? findReference(pageId)).then((found) => sendRefund(found, refund)),
        );
      } catch (error) {
        if (error instanceof StripeCardError || error instanceof StripeInvalidRequestError)
          throw new PaymentRefused(error.message, { cause: error });
        throw error;
      }
    },
    async ask({ pageId, reference }, signal) {
      const page = pageId === null ? null : await until(signal, askAboutPage(pageId));
      const intent = reference ?? (page?.kind === 'succeeded' ? page.reference : null);
      const refunds =
        intent === null
          ? []
          : (await until(signal, client.refunds.list({ payment_intent: intent, limit: MAX_REFUNDS }))).data;
      return [
        page,
        ...refunds.map((refund) => toRefundEvent(`asked-${refund.id}-${toRefund(refund).state}`, refund)),
      ].filter((event) => event !== null);
    },
  };
};
