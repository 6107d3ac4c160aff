import http from 'node:http';
import net from 'node:net';
import { createUrlCheck, ManagedProcess, tsxArguments } from './ManagedProcess';

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });

export type RunningServer = ManagedProcess & { readonly url: string };

const TIMEOUT_MS = 30_000;

/** A server of the shop as a process of its own, when it is ready. `preload`: modules that run before it. */
export const startServer = async (
  file: string,
  port: number,
  readyPath: string,
  env: Readonly<Record<string, string>>,
  preload: readonly string[] = [],
): Promise<RunningServer> => {
  const url = `http://127.0.0.1:${port}`;
  const server = new ManagedProcess({
    name: file,
    args: [...preload.flatMap((module) => ['--require', module]), ...tsxArguments(file)],
    env: { NODE_ENV: 'development', LOG_LEVEL: 'info', METRICS_PORT: 'off', ...env },
    isReady: createUrlCheck(url + readyPath),
    timeoutMs: TIMEOUT_MS,
  });
  return Object.assign(await server.start(), { url });
};

export interface RawAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

interface RawRequest {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string;
  /** How long the second half of the body keeps the server waiting. */
  readonly pauseMs?: number;
  readonly agent?: http.Agent;
}

/** A request as it is written, with a path that no client would tidy up. */
export const ask = (
  url: string,
  rawPath: string,
  { method = 'GET', headers = {}, body = '', pauseMs = 0, agent }: RawRequest = {},
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = http.request(
      { hostname, port, path: rawPath, method, headers: { ...length, ...headers }, agent },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    if (pauseMs === 0) return void request.end(body);
    const half = Math.ceil(body.length / 2);
    request.write(body.slice(0, half));
    setTimeout(() => request.end(body.slice(half)), pauseMs).unref();
  });
