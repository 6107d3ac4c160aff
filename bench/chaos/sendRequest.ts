import { randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  readonly ms: number;
}

export interface Question {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string;
  /** Keep-alive agent; without it each request opens a connection. */
  readonly agent?: https.Agent;
  readonly timeoutMs?: number;
}

const GIVEN_UP_AFTER_MS = 30_000;

/** Behaves like a browser on this machine: keeps connections and trusts the topology's certificate. */
export const newAgent = (): https.Agent => new https.Agent({ keepAlive: true, rejectUnauthorized: false });

/** Sends a request and reads the whole response. Rejects if it is missing or truncated. */
export const sendRequest = (
  url: string,
  { method = 'GET', headers = {}, body, agent, timeoutMs = GIVEN_UP_AFTER_MS }: Question = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    const isTls = url.startsWith('https:');
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = {
      method,
      headers: { ...length, ...headers },
      timeout: timeoutMs,
      ...(isTls ? { agent: agent ?? new https.Agent({ rejectUnauthorized: false }) } : {}),
    };
    const request = (isTls ? https : http).request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
          ms: performance.now() - began,
        }),
      );
    });
    request.on('timeout', () => request.destroy(new Error(`No answer within ${timeoutMs} ms`)));
    request.on('error', reject);
    request.end(body);
  });

const JSON_HEADERS = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

/** Returns an IP address that is unique within the run. */
export const newNetwork = (): string => Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.');

/**
 * Headers of a browser's call. For direct calls to an API process they include the hop that nginx would add.
 */
export const callApi = (
  url: string,
  path: string,
  body?: unknown,
  { headers = {}, network = newNetwork(), ...question }: Question & { readonly network?: string } = {},
): Promise<Answer> =>
  sendRequest(`${url}/api${path}`, {
    ...question,
    headers: {
      ...JSON_HEADERS,
      'x-forwarded-for': url.startsWith('https:') ? network : `${network}, 127.0.0.1`,
      ...headers,
    },
    ...(body === undefined ? {} : { method: question.method ?? 'POST', body: JSON.stringify(body) }),
  });

/** Returns a URL that is not cached yet. */
export const uncachedListing = (): string => `/products?store=organic-store&q=${randomUUID().slice(0, 8)}`;
