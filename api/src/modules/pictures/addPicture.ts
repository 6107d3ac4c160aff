import fs from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { MAX_PICTURE_BYTES, type StaffPicture } from '@shop/contracts';
import pLimit from 'p-limit';
import type { AppContext } from '../../AppContext';
import { insertAudit } from '../../audit/auditRepository';
import { ShopError } from '../../http/ShopError';
import type { StaffSession } from '../../http/StaffSession';
import { inspectPicture, PictureRefusal } from './inspectPicture';
import { inStorage, PictureStorageError, toOriginalKey, toUrl } from './makeSizes';
import { findPicture, insertPicture } from './picturesRepository';
import { readDeclaredLength, receiveFile } from './receiveFile';

/** Of the whole process: on disk (docker-compose.yml sizes `/tmp` for them), and then each in memory to be stored. */
const UPLOADS_AT_ONCE = 2;
/** Uploads that wait for their turn, none of which is read. */
const MAX_WAITING = 8;
const RETRY_AFTER_S = 5;

type PictureContext = Pick<AppContext, 'database' | 'clock' | 'pictures'>;
type Log = (error: unknown) => void;

interface Upload {
  readonly body: IncomingMessage;
  readonly name: string;
  readonly alt: string;
}

const store = async (
  { database, clock, pictures }: PictureContext,
  file: string,
  { body, name, alt }: Upload,
  { actor }: StaffSession,
): Promise<StaffPicture | undefined> => {
  const { hash, bytes } = await receiveFile(body, file, MAX_PICTURE_BYTES);
  const known = await findPicture(database, { hash });
  if (known && known.state !== 'failed') return known;
  const size = await inspectPicture(file);
  await inStorage(pictures.create(toOriginalKey(hash), await fs.readFile(file)));
  await database.transaction(async (connection) => {
    const now = clock.now();
    const picture = { hash, name, url: toUrl(name, hash), ...size, alt, bytes, actor };
    const id = await insertPicture(connection, picture, now);
    if (id === undefined) return; // somebody has just uploaded the same file
    await insertAudit(connection, { actor, action: 'picture.uploaded', subject: String(id), after: { name } }, now);
  });
  return findPicture(database, { hash });
};

/** Codes of a disk that takes no file. */
const isDiskError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'syscall' in error && 'code' in error;

const toShopError = (error: unknown, log: Log): unknown => {
  if (error instanceof PictureRefusal) return new ShopError('PICTURE_REFUSED', { reason: error.message });
  if (!(error instanceof PictureStorageError) && !isDiskError(error)) return error;
  log(error);
  return new ShopError('PICTURES_UNAVAILABLE');
};

type AddPicture = (context: PictureContext, upload: Upload, staff: StaffSession, log: Log) => Promise<StaffPicture>;

/** Creates the function that takes uploads, a few at a time. */
export const createUploads = (): AddPicture => {
  const limit = pLimit(UPLOADS_AT_ONCE);
  return async (context, upload, staff, log) => {
    readDeclaredLength(upload.body, MAX_PICTURE_BYTES); // refused without waiting
    if (limit.pendingCount >= MAX_WAITING) throw new ShopError('TOO_MANY_UPLOADS', { retryAfterS: RETRY_AFTER_S });
    return limit(async () => {
      let folder: string | undefined;
      try {
        folder = await fs.mkdtemp(path.join(os.tmpdir(), 'picture-'));
        const picture = await store(context, path.join(folder, 'upload'), upload, staff);
        if (!picture) throw new ShopError('PICTURE_NOT_FOUND');
        return picture;
      } catch (error) {
        throw toShopError(error, log);
      } finally {
        if (folder !== undefined) await fs.rm(folder, { recursive: true, force: true });
      }
    });
  };
};
