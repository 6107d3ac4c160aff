import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An event as sent to webhooks. */
export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly remote: string;
  readonly version: string | null;
  readonly [property: string]: unknown;
}

export interface Receiver {
  readonly url: string;
  readonly requests: ReceivedRequest[];
  /** Sets the response; 204 by default. */
  respondWith(how: number | http.RequestListener): void;
  /**
   * Returns all received events, each verified by the library that receivers use. Its clock must be close to that of
   * the sender.
   */
  readEvents(secret: string): ReceivedEvent[];
  stop(): Promise<void>;
}

/** Starts a receiver of webhooks on this machine. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: ReceivedRequest[] = [];
  let answer: http.RequestListener = (_request, response) => void response.writeHead(204).end();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    requests: received,
    respondWith(how) {
      answer =
        typeof how === 'number'
          ? (_request, response) => void response.writeHead(how, { location: '/elsewhere' }).end()
          : how;
    },
    readEvents: (secret) =>
      received.map(({ headers, body }) => new Webhook(secret).verify(body, headers) as ReceivedEvent),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
