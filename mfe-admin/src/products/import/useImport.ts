import { getImport, type ImportState, type StaffImport } from '@shop/contracts';
import type { ApiFailure } from '@shop/shared/api-client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useCall } from '../../useApi';

const ASK_EVERY_MS = 1_000;

/** Something is done with it in the background. */
export const isWorking = (state: ImportState): boolean =>
  state === 'waiting' || state === 'planning' || state === 'applying' || state === 'undoing';

/** It is not imported yet: it can be planned again, replaced and discarded. */
export const isPending = (state: ImportState): boolean =>
  state === 'waiting' || state === 'planning' || state === 'planned' || state === 'refused' || state === 'failed';

interface FollowedImport {
  /** Of this id alone. */
  readonly found: StaffImport | undefined;
  /** Of the last question; what was found before stays. */
  readonly failure: ApiFailure | undefined;
  readonly reload: () => void;
  /** Shows what another call has answered. */
  readonly show: (found: StaffImport) => void;
}

/** Reads an import, and follows it while something is done with it, whoever began that and wherever. '' is none. */
export const useImport = (id: string): FollowedImport => {
  const call = useCall();
  const [found, setFound] = useState<StaffImport>();
  const [failure, setFailure] = useState<ApiFailure>();
  const latest = useRef(0);
  const show = useCallback((next: StaffImport): void => {
    latest.current += 1;
    setFailure(undefined);
    setFound(next);
  }, []);
  const load = useCallback((): void => {
    if (id === '') return;
    const number = (latest.current += 1);
    void call(getImport, { params: { id } }).then((result) => {
      if (number !== latest.current) return;
      if (result.ok) show(result.value.data);
      else setFailure(result.failure);
    });
  }, [call, id, show]);
  useEffect(() => {
    load();
    return () => void (latest.current += 1);
  }, [load]);
  const own = String(found?.id) === id ? found : undefined;
  const isFollowed = own !== undefined && isWorking(own.state);
  useEffect(() => {
    if (!isFollowed) return undefined;
    const timer = setInterval(load, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isFollowed, load]);
  return { found: own, failure: id === '' ? undefined : failure, reload: load, show };
};
