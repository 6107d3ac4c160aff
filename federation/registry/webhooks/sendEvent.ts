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
  /** Where the shop is: "https://shop.example". */
  readonly siteUrl: string;
  /** How names are resolved, where not by the system. */
  readonly lookup?: LookupFunction;
}

/** Where nobody has said otherwise. */
export const PUBLIC_ONLY: SendSettings = { policy: 'public', siteUrl: 'http://localhost:3000' };

/** Answers what went wrong; undefined for nothing. */
export type SendProblem = string | undefined;

const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  AbortError: `no answer within ${TIMEOUT_MS / 1_000} s`,
  TimeoutError: `no answer within ${TIMEOUT_MS / 1_000} s`,
  ENOTFOUND: 'its name is not known',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut off',
};

const describeProblem = (error: unknown): string => {
  if (error instanceof NotPublicAddressError) return error.message;
  const { code, name } = error as { readonly code?: string; readonly name?: string }; // an error of Node's http
  return ERROR_MESSAGES[code ?? ''] ?? ERROR_MESSAGES[name ?? ''] ?? code ?? 'it cannot be reached';
};

/** Posts once; the status of the answer. Redirects are not followed, and nothing of the answer's body is read. */
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

/** Tells one webhook of one event, signed as Standard Webhooks has it. Answers what went wrong. */
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
    return status >= 200 && status < 300 ? undefined : `it answered ${status}`;
  } catch (error) {
    return describeProblem(error);
  }
};
