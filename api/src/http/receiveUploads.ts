import fs from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';
import { readDeclaredLength, receiveFile, type ReceivedFile } from './receiveFile';
import { ShopError } from './ShopError';

/** Of the whole process: on disk (docker-compose.yml sizes `/tmp` for them), and then each in memory to be stored. */
const UPLOADS_AT_ONCE = 2;
/** Uploads that wait for their turn, none of which is read. */
const MAX_WAITING = 8;
const RETRY_AFTER_S = 5;

/** Receives a file, which is on disk while `store` works. */
export type ReceiveUpload = <T>(
  body: IncomingMessage,
  maxBytes: number,
  store: (file: string, received: ReceivedFile) => Promise<T>,
) => Promise<T>;

/** Codes of a disk that takes no file. */
export const isDiskError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error;

/** Creates the function that takes uploads of all kinds, a few at a time. */
export const receiveUploads = (): ReceiveUpload => {
  const limit = pLimit(UPLOADS_AT_ONCE);
  return async (body, maxBytes, store) => {
    readDeclaredLength(body, maxBytes); // refused without waiting
    if (limit.pendingCount >= MAX_WAITING) throw new ShopError('TOO_MANY_UPLOADS', { retryAfterS: RETRY_AFTER_S });
    return limit(async () => {
      let folder: string | undefined;
      try {
        folder = await fs.mkdtemp(path.join(os.tmpdir(), 'upload-'));
        const file = path.join(folder, 'upload');
        return await store(file, await receiveFile(body, file, maxBytes));
      } finally {
        if (folder !== undefined) await fs.rm(folder, { recursive: true, force: true });
      }
    });
  };
};
