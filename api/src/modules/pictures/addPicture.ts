import fs from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { MAX_PICTURE_BYTES, type StaffPicture } from '@shop/contracts';
import type { AppContext } from '../../AppContext';
import { insertAudit } from '../../audit/auditRepository';
import type { ReceivedFile } from '../../http/receiveFile';
import { isDiskError, type ReceiveUpload } from '../../http/receiveUploads';
import { ShopError } from '../../http/ShopError';
import type { StaffSession } from '../../http/StaffSession';
import { inspectPicture, PictureRefusal } from './inspectPicture';
import { inStorage, PictureStorageError, toOriginalKey, toUrl } from './makeSizes';
import { findPicture, insertPicture } from './picturesRepository';

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
  { hash, bytes }: ReceivedFile,
  { name, alt }: Upload,
  { actor }: StaffSession,
): Promise<StaffPicture> => {
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
  const picture = await findPicture(database, { hash });
  if (!picture) throw new ShopError('PICTURE_NOT_FOUND');
  return picture;
};

const toShopError = (error: unknown, log: Log): unknown => {
  if (error instanceof PictureRefusal) return new ShopError('PICTURE_REFUSED', { reason: error.message });
  if (!(error instanceof PictureStorageError) && !isDiskError(error)) return error;
  log(error);
  return new ShopError('PICTURES_UNAVAILABLE');
};

/** Adds a picture, or finds the one of the same file. @throws {ShopError} */
export const addPicture = (
  context: PictureContext,
  receive: ReceiveUpload,
  upload: Upload,
  staff: StaffSession,
  log: Log,
): Promise<StaffPicture> =>
  receive(upload.body, MAX_PICTURE_BYTES, (file, received) => store(context, file, received, upload, staff)).catch(
    (error: unknown) => {
      throw toShopError(error, log);
    },
  );
