import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import type { S3StorageOptions } from '../storage/S3Storage';

const BUCKET = 'registry';
const HOST = '127.0.0.1';
/** The only credentials that s3rver accepts. */
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
/** Maximum number of keys and common prefixes per page. */
const MAX_KEYS = 1_000;
/** Suffixes of s3rver's files for an object: the content, and its MD5 in hexadecimal. */
const CONTENT = '._S3rver_object';
const MD5 = `${CONTENT}.md5`;

/**
 * Fault of a request. "answer lost": it is processed, then the connection is cut; "conflict": it gets a 409 and is not
 * processed; "silence": it is neither processed nor answered; "trickle": the answer is a body that arrives byte by
 * byte.
 */
type Fault = 'answer lost' | 'conflict' | 'silence' | 'trickle';

const TRICKLE_MS = 50;
const trickle = (response: http.ServerResponse): void => {
  response.writeHead(200, { etag: '"trickle"', 'content-length': '100000' });
  const timer = setInterval(() => response.write('.'), TRICKLE_MS);
  response.once('close', () => clearInterval(timer));
};

export interface S3Server {
  readonly endpoint: string;
  readonly bucket: string;
  /** For `new S3Storage(options)`. */
  readonly options: S3StorageOptions;
  /** Makes the next requests fail, one fault each, in order of arrival. */
  failNext(...faults: readonly Fault[]): void;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

interface S3Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly condition?: 'If-Match' | 'If-None-Match';
}

const conflict: S3Failure = {
  status: 409,
  code: 'ConditionalRequestConflict',
  message: 'The conditional request cannot succeed due to a conflicting operation against this resource.',
};
const missing: S3Failure = { status: 404, code: 'NoSuchKey', message: 'The specified key does not exist.' };
const notImplemented: S3Failure = {
  status: 501,
  code: 'NotImplemented',
  message: 'A header you provided implies functionality that is not implemented',
};
const unmet = (condition: S3Failure['condition']): S3Failure => ({
  status: 412,
  code: 'PreconditionFailed',
  message: 'At least one of the pre-conditions you specified did not hold',
  condition,
});

const sendXml = (response: http.ServerResponse, status: number, xml: string): void => {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);
};
const sendFailure = (response: http.ServerResponse, { status, code, message, condition }: S3Failure): void => {
  const detail = condition === undefined ? '' : `<Condition>${condition}</Condition>`;
  sendXml(response, status, `<Error><Code>${code}</Code><Message>${message}</Message>${detail}</Error>`);
};

/**
 * Returns why a conditional put fails for an object with the MD5 `there` (undefined: no object); undefined if its
 * conditions hold.
 */
const findFailure = (
  { 'if-match': ifMatch, 'if-none-match': ifNoneMatch }: http.IncomingHttpHeaders,
  there: string | undefined,
): S3Failure | undefined => {
  if (ifNoneMatch !== undefined) {
    if (ifNoneMatch !== '*' || ifMatch !== undefined) return notImplemented;
    return there === undefined ? undefined : unmet('If-None-Match');
  }
  if (ifMatch === undefined) return undefined;
  if (there === undefined) return missing;
  return ifMatch.replaceAll('"', '') === there ? undefined : unmet('If-Match');
};

/** Returns a ListObjectsV2 response as XML. A continuation token is the last key or name of its page. */
const listPage = async (directory: string, query: URLSearchParams): Promise<string> => {
  const [prefix, delimiter, token] = [
    query.get('prefix') ?? '',
    query.get('delimiter') ?? '',
    query.get('continuation-token'),
  ];
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString();
  const files = await fs.readdir(directory, { recursive: true });
  const entries = files
    .filter((file) => file.startsWith(prefix) && file.endsWith(CONTENT))
    .map((file) => file.slice(0, -CONTENT.length))
    .map((key) => {
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
      return end < 0
        ? `<Contents><Key>${key}</Key></Contents>`
        : `<CommonPrefixes><Prefix>${key.slice(0, end + 1)}</Prefix></CommonPrefixes>`;
    });
  const stripTags = (entry: string): string => entry.replaceAll(/<[^<>]*>/g, '');
  const left = [...new Map(entries.map((entry) => [stripTags(entry), entry]))]
    .filter(([text]) => text > after)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const page = left.slice(0, Math.min(MAX_KEYS, Number(query.get('max-keys') ?? MAX_KEYS)));
  const next =
    page.length < left.length
      ? `<NextContinuationToken>${Buffer.from(page.at(-1)?.[0] ?? '').toString('base64url')}</NextContinuationToken>`
      : '';
  return `<ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${next !== ''}</IsTruncated>${next}${page.map(([, entry]) => entry).join('')}</ListBucketResult>`;
};

/** Creates the request handler, which resolves when all its changes can be read. */
const createHandler = (
  directory: string,
): ((request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>) => {
  const s3rver = new S3rver({ directory, silent: true, vhostBuckets: false }).callback();
  return async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', `http://${HOST}`);
    const isPut = request.method === 'PUT' && pathname.startsWith(`/${BUCKET}/`);
    const isList = request.method === 'GET' && pathname === `/${BUCKET}/` && searchParams.get('list-type') === '2';
    const file = path.join(directory, decodeURIComponent(pathname));
    const md5 = (): Promise<string | undefined> => fs.readFile(file + MD5, 'utf8').catch(() => undefined);
    const failure = isPut ? findFailure(request.headers, await md5()) : undefined;
    const closed = new Promise((resolve) => response.once('close', resolve));
    if (failure) sendFailure(response, failure);
    else if (isList) sendXml(response, 200, await listPage(file, searchParams));
    else s3rver(request, response);
    await closed;
    if (!isPut || failure || response.statusCode !== 200 || !request.complete) return;
    while (
      crypto
        .createHash('md5')
        .update(await fs.readFile(file + CONTENT))
        .digest('hex') !== (await md5())
    );
  };
};

/** Options of a client for a server at this address. */
export const s3Options = (endpoint: string): S3StorageOptions => ({
  bucket: BUCKET,
  endpoint,
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: CREDENTIALS,
});

interface S3ServerOptions {
  /** Folder of its files, which are kept. By default a temporary one. */
  readonly directory?: string;
  /** A free port by default. */
  readonly port?: number;
}

/**
 * An S3 for tests and local topologies with one bucket: s3rver. Done before it, because s3rver lacks it:
 * - conditional puts, as Amazon documents them. If-None-Match: * fails with 412 PreconditionFailed where the key has an
 *   object; If-Match with 412 where the object has another ETag, with 404 NoSuchKey where there is none; what else the
 *   two headers can say, with 501. One request is done after another, so none comes between a condition and its put.
 * - consistency. s3rver writes in place, and answers before all is written: the next request waits until the object is
 *   whole.
 * - lists (version 2). s3rver encrypts their tokens with DES, which OpenSSL 3 no longer has, and misses names that have
 *   objects only two steps below them: lists are made from its files.
 *
 * Signatures are not verified.
 */
export const startS3 = async ({ directory: keptDirectory, port = 0 }: S3ServerOptions = {}): Promise<S3Server> => {
  const directory = keptDirectory ?? (await fs.mkdtemp(path.join(os.tmpdir(), 's3-')));
  await fs.mkdir(path.join(directory, BUCKET), { recursive: true });
  const handle = createHandler(directory);

  const faults: Fault[] = [];
  let previous = Promise.resolve();
  const server = http.createServer((request, response) => {
    const fault = faults.shift();
    if (fault === 'silence') return;
    if (fault === 'trickle') return trickle(response);
    if (fault === 'conflict') return sendFailure(response, conflict);
    if (fault === 'answer lost') response.end = () => response.destroy();
    previous = previous
      .then(() => (response.destroyed ? undefined : handle(request, response)))
      // Errors also fail the test: its connection is cut.
      .catch(() => void response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, HOST, resolve));
  const endpoint = `http://${HOST}:${(server.address() as AddressInfo).port}`;

  return {
    endpoint,
    bucket: BUCKET,
    options: s3Options(endpoint),
    failNext(...next) {
      faults.push(...next);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await previous;
      if (keptDirectory === undefined) await fs.rm(directory, { recursive: true, force: true });
    },
  };
};
