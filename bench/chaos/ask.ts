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
  /** Keeps its connections, as browsers do; else each question opens one. */
  readonly agent?: https.Agent;
  readonly timeoutMs?: number;
}

const GIVEN_UP_AFTER_MS = 30_000;

/** What browsers of this machine are: connections are kept, and the topology's own certificate is believed. */
export const newAgent = (): https.Agent => new https.Agent({ keepAlive: true, rejectUnauthorized: false });

/** Asks and reads the whole answer. Rejects where none comes, or only a part of one. */
export const ask = (
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

/** An address that no other shopper of the run has. */
export const newNetwork = (): string => Array.from({ length: 4 }, () => 1 + Math.floor(Math.random() * 250)).join('.');

/**
 * A call of a browser in the shop. Asked at an API process itself (not through nginx), the hop that nginx adds is there
 * as well.
 */
export const askApi = (
  url: string,
  path: string,
  body?: unknown,
  { headers = {}, network = newNetwork(), ...question }: Question & { readonly network?: string } = {},
): Promise<Answer> =>
  ask(`${url}/api${path}`, {
    ...question,
    headers: {
      ...JSON_HEADERS,
      'x-forwarded-for': url.startsWith('https:') ? network : `${network}, 127.0.0.1`,
      ...headers,
    },
    ...(body === undefined ? {} : { method: question.method ?? 'POST', body: JSON.stringify(body) }),
  });

/** An address whose answer nobody keeps yet. */
export const freshListing = (): string => `/products?store=organic-store&q=${randomUUID().slice(0, 8)}`;
