import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { Webhook as Signer } from 'standardwebhooks';
import { createPublicLookup, NotPublicAddressError, requirePublicLiteral } from './publicAddress';
import type { ReleaseEvent } from './releaseEvents';
import type { AddressPolicy, StoredWebhook } from './webhooks';

const TIMEOUT_MS = 5_000;

export interface SendSettings {
  readonly policy: AddressPolicy;
  /** Origin of the shop: "https://shop.example". */
  readonly siteUrl: string;
  /** Overrides the system's DNS lookup. */
  readonly lookup?: LookupFunction;
}

/** Default settings. */
export const PUBLIC_ONLY: SendSettings = { policy: 'public', siteUrl: 'http://localhost:3000' };

/** What went wrong, or undefined. */
export type SendProblem = string | undefined;

const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  AbortError: `no response within ${TIMEOUT_MS / 1_000} s`,
  TimeoutError: `no response within ${TIMEOUT_MS / 1_000} s`,
  ENOTFOUND: 'host name not found',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
};

const describeProblem = (error: unknown): string => {
  if (error instanceof NotPublicAddressError) return error.message;
  const { code, name } = error as { readonly code?: string; readonly name?: string }; // errors of node:http have these
  return ERROR_MESSAGES[code ?? ''] ?? ERROR_MESSAGES[name ?? ''] ?? code ?? 'it is unreachable';
};

/** Sends one POST and returns the status. Redirects are not followed, and the response body is not read. */
const postEvent = (
  url: URL,
  headers: http.OutgoingHttpHeaders,
  body: string,
  { policy, lookup }: SendSettings,
): Promise<number> => {
  if (policy === 'public') {
    if (url.protocol !== 'https:') throw new NotPublicAddressError(url.host, url.protocol);
    requirePublicLiteral(url);
  }
  const resolve = policy === 'public' ? (lookup ?? createPublicLookup()) : lookup;
  return new Promise((done, fail) => {
    const { request } = url.protocol === 'https:' ? https : http;
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false as const,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(resolve ? { lookup: resolve } : {}),
    };
    request(url, options, (response) => {
      done(response.statusCode ?? 0);
      response.destroy();
    })
      .on('error', fail)
      .end(body);
  });
};

/** Sends one event to one webhook, signed according to Standard Webhooks. Returns what went wrong. */
export const sendEvent = async (
  { url, secret }: Pick<StoredWebhook, 'url' | 'secret'>,
  messageId: string,
  event: ReleaseEvent,
  settings: SendSettings,
  now: Date,
): Promise<SendProblem> => {
  const body = JSON.stringify({
    id: messageId,
    ...event,
    source: undefined,
    url: new URL('/federation', settings.siteUrl).href,
  });
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'shop-federation-webhooks',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Signer(secret).sign(messageId, now, body),
  };
  try {
    const status = await postEvent(new URL(url), headers, body, settings);
    return status >= 200 && status < 300 ? undefined : `it responded with ${status}`;
  } catch (error) {
    return describeProblem(error);
  }
};
