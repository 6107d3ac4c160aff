import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { Clock } from '../../clock';
import { shortenLines } from './describeLines';
import type { PaymentEvent, PaymentProvider, PaymentRequest } from './PaymentProvider';
import { isSandboxSignature, SANDBOX_SIGNATURE_HEADER, sealSandboxSession } from './sandboxSignature';

/** What the sandbox's page sends. */
export const SandboxMessage = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  kind: Type.Union([Type.Literal('succeeded'), Type.Literal('failed')]),
  paymentId: Type.String({ minLength: 1, maxLength: 64 }),
  amountCents: Type.Integer(),
  currency: Type.String(),
});

export type SandboxMessage = Static<typeof SandboxMessage>;

const parseJson = (rawBody: string): unknown => {
  try {
    return JSON.parse(rawBody);
  } catch {
    return undefined;
  }
};

/** What the sandbox's page knows: it is in the address, so it is short. */
export interface SandboxSession
  extends
    Pick<PaymentRequest, 'paymentId' | 'orderNumber' | 'amountCents' | 'currency' | 'returnUrl'>,
    ReturnType<typeof shortenLines> {
  readonly discountCents: number;
}

const MAX_TEXT_LENGTH = 80;
const shorten = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text;

const toSession = ({ paymentId, orderNumber, amountCents, currency, returnUrl, lines }: PaymentRequest) => {
  const { lines: shown, others } = shortenLines(lines);
  const discountCents = lines.reduce((sum, { totalCents }) => sum + totalCents, 0) - amountCents;
  const short = shown.map(({ text, totalCents }) => ({ text: shorten(text), totalCents }));
  return {
    paymentId,
    orderNumber,
    amountCents,
    currency,
    returnUrl,
    lines: short,
    others,
    discountCents,
  } satisfies SandboxSession;
};

interface SandboxOptions {
  readonly secret: string;
  readonly clock: Clock;
}

/** A provider that takes no money. Its page (sandboxRoutes) is part of the API; its messages are real HTTP requests. */
export const createSandboxProvider = ({ secret, clock }: SandboxOptions): PaymentProvider => ({
  name: 'sandbox',
  start: async (request) => ({
    url: new URL(`/dev/pay?session=${sealSandboxSession(secret, toSession(request))}`, request.returnUrl).href,
    pageId: null,
  }),
  // Its page has no id: what is paid there goes back.
  close: async () => undefined,
  readEvent(rawBody, headers): PaymentEvent | undefined {
    const signature = headers[SANDBOX_SIGNATURE_HEADER];
    if (typeof signature !== 'string' || !isSandboxSignature(secret, rawBody, signature, clock.now())) return undefined;
    const message = parseJson(rawBody);
    if (!Check(SandboxMessage, message)) return undefined;
    const { id, kind, paymentId, amountCents, currency } = message;
    const event = { id, payment: { id: paymentId } };
    return kind === 'failed' ? { ...event, kind } : { ...event, kind, amountCents, currency, reference: null };
  },
  refund: async ({ refundId, amountCents, currency }) => ({
    id: `sandbox-${refundId}`,
    refundId,
    amountCents,
    currency,
    state: 'succeeded',
    reason: '',
  }),
  // It keeps nothing.
  ask: async () => [],
});
