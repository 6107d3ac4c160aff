import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import tls from 'node:tls';
import { ManagedProcess } from '@shop/server-kit/testing/ManagedProcess';
import { freePort } from '@shop/server-kit/testing/startServer';
import { prepareEdge } from '../stack/nginx';
import type { Ports } from '../stack/ports';

interface UpstreamRequest {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
}

export type Respond = (request: http.IncomingMessage, response: http.ServerResponse) => void;

interface Upstream {
  readonly port: number;
  readonly requests: UpstreamRequest[];
  respond: Respond;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** A server behind the edge that records every request it gets. */
const startUpstream = async (): Promise<Upstream> => {
  const requests: UpstreamRequest[] = [];
  const respond: Respond = (_request, response) => void response.end('ok');
  const server = http.createServer((request, response) => {
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
    upstream.respond(request, response);
  });
  const port = await freePort();
  const upstream: Upstream = {
    port,
    requests,
    respond,
    start: () => new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve())),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  await upstream.start();
  return upstream;
};

interface EdgeResponse {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

interface EdgeRequest {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string;
}

export interface Edge {
  readonly api: Upstream;
  readonly host: Upstream;
  readonly otherHost: Upstream;
  readonly ports: Ports;
  /** Requests `rawPath` exactly as it is written. */
  get(rawPath: string, request?: EdgeRequest): Promise<EdgeResponse>;
  /** Sends bytes over TLS and returns what came back until the connection closed or was quiet. */
  send(bytes: string): Promise<string>;
  /** Everything nginx logged so far: the access log, standard output and standard error. */
  readLogs(): string;
  readAccessLog(): readonly Readonly<Record<string, unknown>>[];
  /** The keys of all stored responses. */
  readStoredKeys(): readonly string[];
  stop(): Promise<void>;
}

const QUIET_MS = 1_000;

const request = (
  port: number,
  rawPath: string,
  { method = 'GET', headers = {}, body }: EdgeRequest = {},
): Promise<EdgeResponse> =>
  new Promise((resolve, reject) => {
    const sent = https.request(
      {
        host: '127.0.0.1',
        port,
        path: rawPath,
        method,
        headers: { host: 'localhost', ...headers },
        rejectUnauthorized: false,
        agent: false,
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

const sendBytes = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = tls.connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () =>
      socket.write(bytes, 'latin1'),
    );
    socket.setTimeout(QUIET_MS, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.end();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const parseLine = (line: string): Readonly<Record<string, unknown>> => {
  const parsed: unknown = JSON.parse(line);
  if (typeof parsed !== 'object' || parsed === null) throw new Error(`Not a line of the access log: ${line}`);
  return { ...parsed };
};

const listFiles = (directory: string): string[] =>
  fs.existsSync(directory)
    ? fs
        .readdirSync(directory, { withFileTypes: true, recursive: true })
        .flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : []))
    : [];

/** Starts the real nginx with the configuration that ships, in front of recording servers. */
export const startEdge = async ({ hasTwoHosts = false } = {}): Promise<Edge> => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'edge-'));
  fs.chmodSync(directory, 0o755); // workers run as another user when the tests run as root
  const [api, host, otherHost] = [await startUpstream(), await startUpstream(), await startUpstream()];
  const [https_, http_, inside] = [await freePort(), await freePort(), await freePort()];
  const hosts = hasTwoHosts ? [host.port, otherHost.port] : [host.port];
  const ports: Ports = { https: https_, http: http_, inside, redis: 0, smtp: 0, apis: [api.port], hosts };
  const log = path.join(directory, 'nginx.log');
  const nginx = new ManagedProcess({
    name: 'nginx',
    ...prepareEdge({ directory, ports, trustsClients: false }),
    cwd: directory,
    log,
    isReady: () => isListening(ports.https),
  });
  await nginx.start();
  const readFile = (file: string): string => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');
  const accessLog = path.join(directory, 'logs/access.log');
  return {
    api,
    host,
    otherHost,
    ports,
    get: (rawPath, options) => request(ports.https, rawPath, options),
    send: (bytes) => sendBytes(ports.https, bytes),
    readLogs: () => [log, ...listFiles(path.join(directory, 'logs'))].map(readFile).join('\n'),
    readAccessLog: () =>
      readFile(accessLog)
        .split('\n')
        .filter((line) => line !== '')
        .map(parseLine),
    readStoredKeys: () =>
      listFiles(path.join(directory, 'run/cache')).flatMap(
        (file) => /^KEY: (.*)$/m.exec(fs.readFileSync(file, 'latin1'))?.[1] ?? [],
      ),
    stop: async () => {
      await nginx.stop();
      await Promise.all([api.stop(), host.stop(), otherHost.stop()]);
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
};
