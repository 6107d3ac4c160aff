import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { Webhook as Signer } from 'standardwebhooks';
import { createPublicLookup, parseWebhookUrl, type AddressPolicy } from './publicAddress';

const TIMEOUT_MS = 5_000;

/** What happened to a release. `to`: the version that visitors get instead of one that was rolled back. */
export interface ReleaseEvent {
  readonly event: 'live' | 'rolled-back' | 'retired' | 'refused' | 'test';
  readonly time: string;
  readonly remote: string;
  readonly version: string | null;
  readonly to?: string;
  readonly by: string;
  readonly reason?: string;
}

export interface SendSettings {
  readonly policy: AddressPolicy;
  /** Origin of /federation: "https://federation.example.com". */
  readonly siteUrl: string;
  readonly lookup?: LookupFunction;
}

/** Sends one POST and returns the status. Redirects are not followed, and the response body is not read. */
const postEvent = (url: URL, headers: http.OutgoingHttpHeaders, body: string, settings: SendSettings) => {
  const { lookup = settings.policy === 'public' ? createPublicLookup() : undefined } = settings;
  const options = { method: 'POST', headers, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) } as const;
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise<number>((resolve, reject) => {
    request(url, { ...options, ...(lookup ? { lookup } : {}) }, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    })
      .on('error', reject)
      .end(body);
  });
};

/** Sends an event once, signed according to Standard Webhooks. Returns what went wrong, or undefined. */
export const sendEvent = async (
  { url, secret }: { readonly url: string; readonly secret: string },
  id: string,
  event: ReleaseEvent,
  settings: SendSettings,
): Promise<string | undefined> => {
  const now = new Date();
  const body = JSON.stringify({ id, ...event, url: new URL('/federation', settings.siteUrl).href });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'webhook-id': id,
    'webhook-timestamp': Math.floor(now.getTime() / 1_000),
    'webhook-signature': new Signer(secret).sign(id, now, body),
  };
  try {
    const status = await postEvent(parseWebhookUrl(url, settings.policy), headers, body, settings);
    return status >= 200 && status < 300 ? undefined : `it responded with ${status}`;
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException; // of node:http
    return name === 'AbortError' ? `no response within ${TIMEOUT_MS / 1_000} s` : message || code;
  }
};
