import { listPictures, uploadPicture, type StaffPicture } from '@shop/contracts';
import { MAX_PICTURE_BYTES } from '@shop/contracts/constants';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCall } from '../useApi';

/** As many as a process of the API takes at once: others would only wait there. */
const AT_ONCE = 2;
/** How often the API is asked whether sizes are made. */
const ASK_EVERY_MS = 1_000;
/** Before a file is sent again that came while too many were on their way. */
const PAUSE_MS = 5_000;
/** Of one question, and of the contract. */
const MAX_ASKED = 50;

/** A file on its way to become a picture. */
interface Upload {
  /** Counted from 0, in the order of dropping. */
  readonly key: number;
  readonly file: File;
  /** Waits for its turn, is sent, waits for its sizes, can be shown, or cannot be used. */
  readonly state: 'waiting' | 'sending' | 'making' | 'ready' | 'failed';
  /** A sentence; '' unless it failed. */
  readonly error: string;
  /** From 'making' on. */
  readonly picture: StaffPicture | undefined;
}

export interface Uploads {
  /** In the order in which they were dropped. */
  readonly uploads: readonly Upload[];
  /** Whether some are neither ready nor failed. */
  readonly isBusy: boolean;
  /** Returns their keys. */
  readonly add: (files: readonly File[]) => readonly number[];
  /** Sends a failed one again. */
  readonly retry: (key: number) => void;
  readonly remove: (key: number) => void;
}

const isOnItsWay = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending' || state === 'making';

const toState = (picture: StaffPicture): Pick<Upload, 'state' | 'error' | 'picture'> => ({
  picture,
  state: picture.state === 'waiting' ? 'making' : picture.state,
  error: picture.state === 'failed' ? picture.error : '',
});

/** Sends pictures, two at a time, and follows them until they can be shown. */
export const useUploads = (): Uploads => {
  const call = useCall();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const latest = useRef(uploads);
  const nextKey = useRef(0);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);

  const write = useCallback((next: readonly Upload[]): void => {
    latest.current = next;
    if (isHere.current) setUploads(next);
  }, []);
  const change = useCallback(
    (key: number, changes: Partial<Upload>): void =>
      write(latest.current.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload))),
    [write],
  );

  const send = useCallback((): void => {
    const sending = latest.current.filter(({ state }) => state === 'sending').length;
    const next = latest.current.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, AT_ONCE - sending));
    for (const { key, file } of next) {
      change(key, { state: 'sending' });
      void call(uploadPicture, { query: { name: file.name }, body: file }).then(async (result) => {
        if (result.ok) change(key, toState(result.value.picture));
        else if (result.failure.code === 'TOO_MANY_UPLOADS') {
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
          change(key, { state: 'waiting' });
        } else change(key, { state: 'failed', error: result.failure.message });
        if (isHere.current) send();
      });
    }
  }, [call, change]);

  const isMaking = uploads.some(({ state }) => state === 'making');
  useEffect(() => {
    if (!isMaking) return;
    const ask = async (): Promise<void> => {
      const asked = latest.current.flatMap(({ state, picture }) => (state === 'making' && picture ? [picture.id] : []));
      if (asked.length === 0) return;
      const result = await call(listPictures, { query: { ids: asked.slice(0, MAX_ASKED).join(',') } });
      if (!result.ok) return; // asked again
      for (const picture of result.value.data.items)
        for (const upload of latest.current)
          if (upload.state === 'making' && upload.picture?.id === picture.id) change(upload.key, toState(picture));
    };
    let isAsking = false;
    const timer = setInterval(() => {
      if (isAsking) return;
      isAsking = true;
      void ask().finally(() => (isAsking = false));
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [call, change, isMaking]);

  return {
    uploads,
    isBusy: uploads.some(isOnItsWay),
    add: (files) => {
      const added = files.map((file): Upload => {
        const isTooLarge = file.size > MAX_PICTURE_BYTES;
        return {
          key: nextKey.current++,
          file,
          state: isTooLarge ? 'failed' : 'waiting',
          error: isTooLarge ? `The file is larger than ${MAX_PICTURE_BYTES / 1e6} MB.` : '',
          picture: undefined,
        };
      });
      write([...latest.current, ...added]);
      send();
      return added.map(({ key }) => key);
    },
    retry: (key) => {
      change(key, { state: 'waiting', error: '' });
      send();
    },
    remove: (key) => write(latest.current.filter((upload) => upload.key !== key)),
  };
};
