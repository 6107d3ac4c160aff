import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { ShopError } from './ShopError';

/** The same that nginx has (ops/nginx/nginx.conf). */
const MAX_PAUSE_MS = 10_000;

export interface ReceivedFile {
  /** SHA-256. */
  readonly hash: string;
  readonly bytes: number;
}

const tooLarge = (maxBytes: number): ShopError =>
  new ShopError('FILE_TOO_LARGE', { reason: `at most ${maxBytes / 1e6} MB` });

/** @throws {ShopError} UPLOAD_INCOMPLETE if the sender pauses. */
const withinPause = async <T>(answer: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const paused = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ShopError('UPLOAD_INCOMPLETE')), MAX_PAUSE_MS);
  });
  return Promise.race([answer, paused]).finally(() => clearTimeout(timer));
};

/** Reads the declared length of a body. @throws {ShopError} FILE_TOO_LARGE before anything is read. */
export const readDeclaredLength = ({ headers }: IncomingMessage, maxBytes: number): number | undefined => {
  const length = headers['content-length'];
  if (length === undefined) return undefined;
  if (Number(length) > maxBytes) throw tooLarge(maxBytes);
  return Number(length);
};

/**
 * Writes a body into a new file while it arrives.
 * @throws {ShopError} FILE_TOO_LARGE, or UPLOAD_INCOMPLETE; the rest of the body is not read.
 */
export const receiveFile = async (body: IncomingMessage, file: string, maxBytes: number): Promise<ReceivedFile> => {
  const declared = readDeclaredLength(body, maxBytes);
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await fs.open(file, 'wx', 0o600);
  // Not destroyed: the sender gets an answer on the same connection.
  const chunks = body.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const next = await withinPause(
        chunks.next().catch(() => {
          throw new ShopError('UPLOAD_INCOMPLETE');
        }),
      );
      if (next.done) break;
      const chunk = next.value as Buffer;
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      hash.update(chunk);
      await handle.appendFile(chunk);
    }
  } finally {
    await handle.close();
  }
  if (declared !== undefined && bytes !== declared) throw new ShopError('UPLOAD_INCOMPLETE');
  return { hash: hash.digest('hex'), bytes };
};
