import sharp from 'sharp';
import type { AppContext } from '../../AppContext';
import { addMs } from '../../clock';
import type { WorkFailed } from '../../observability/logFailedWork';
import { startPolling } from '../../startPolling';
import { PictureRefusal } from './inspectPicture';
import { decodePicture, inStorage, makeSizes, PictureStorageError, toOriginalKey } from './makeSizes';
import { fromPictureUrl } from '../../../content/encodeSizes';
import { endPicture, leaseDuePicture, postponePicture, prolongLease, type DuePicture } from './picturesRepository';

type PictureContext = Pick<AppContext, 'database' | 'clock' | 'pictures'>;

/** Longer than one size takes; prolonged before each. A picture whose process dies is taken up this much later. */
const LEASE_MS = 60_000;
/** A picture that has ended so many processes is not tried again. */
const MAX_ATTEMPTS = 3;
const STORAGE_PAUSE_MS = 10_000;
const POLL_INTERVAL_MS = 1_000;

/** Returns why the picture cannot be used; null if it can. */
const findFailure = async (
  { database, clock, pictures }: PictureContext,
  { id, hash, url, attempts }: DuePicture,
): Promise<string | null> => {
  if (attempts > MAX_ATTEMPTS) return 'Its sizes could not be made. Save it as another file, and upload that.';
  const original = await inStorage(pictures.read(toOriginalKey(hash)));
  if (!original) return 'The file is no longer there. Upload it again.';
  try {
    const picture = await decodePicture(original.body);
    await makeSizes(pictures, fromPictureUrl(url), picture, () =>
      prolongLease(database, id, addMs(clock.now(), LEASE_MS)),
    );
    return null;
  } catch (error) {
    if (error instanceof PictureRefusal) return `This file ${error.message}.`;
    throw error;
  }
};

/**
 * Makes the sizes of pictures that wait, one after the other. Without the storage they go on waiting.
 * @throws {PictureStorageError}
 */
export const makeDuePictures = async (context: PictureContext, signal?: AbortSignal): Promise<void> => {
  const { database, clock } = context;
  while (!signal?.aborted) {
    const now = clock.now();
    const picture = await leaseDuePicture(database, now, addMs(now, LEASE_MS));
    if (!picture) return;
    try {
      await endPicture(database, picture.id, await findFailure(context, picture));
    } catch (error) {
      if (error instanceof PictureStorageError)
        await postponePicture(
          database,
          picture.id,
          'The storage of pictures does not answer. It is tried again.',
          addMs(clock.now(), STORAGE_PAUSE_MS),
        );
      throw error;
    }
  }
};

/** Makes the sizes of pictures, and looks for new ones every second, until stopped. */
export const startPictureQueue = ({
  onError,
  ...context
}: PictureContext & { readonly onError: WorkFailed }): { stop(): Promise<void> } => {
  sharp.concurrency(1); // a thread beside the one that answers requests
  sharp.cache(false); // no picture comes twice
  return startPolling({
    name: 'making sizes of pictures',
    intervalMs: POLL_INTERVAL_MS,
    work: (signal) => makeDuePictures(context, signal).then(() => false),
    onError,
  });
};
