import { UNAUTHENTICATED } from '@shop/contracts/constants';
import type { AnswerOf, Endpoint, RequestOf } from '@shop/contracts';
import type { ApiFailure, Result } from '@shop/shared/api-client';
import { useAppDispatch, type ShopServices } from '@shop/shared/state';
import { createContext, use, useCallback, useEffect, useRef, useState } from 'react';
import { meRead } from './adminSlice';

/** Asks who is there to confirm it. Resolves to false if they would rather not. */
export const ConfirmContext = createContext<() => Promise<boolean>>(() => Promise.resolve(false));

type Call = <E extends Endpoint>(endpoint: E, request: RequestOf<E>) => Promise<Result<AnswerOf<E>>>;

/**
 * Calls the API. Where it wants to know again who is there, it asks and repeats the call; without a session, the frame
 * leads to the door.
 */
export const useCall = (): Call => {
  const dispatch = useAppDispatch();
  const confirm = use(ConfirmContext);
  return useCallback<Call>(
    async (endpoint, request) => {
      const send = () =>
        dispatch((_dispatch: unknown, _getState: unknown, { api }: ShopServices) => api.request(endpoint, request));
      let result = await send();
      if (!result.ok && result.failure.code === 'CONFIRMATION_NEEDED' && (await confirm())) result = await send();
      if (!result.ok && result.failure.code === UNAUTHENTICATED) dispatch(meRead(null));
      return result;
    },
    [dispatch, confirm],
  );
};

interface Loaded<T> {
  /** Of the last successful call, also while the next one runs or has failed. */
  readonly value: T | undefined;
  readonly failure: ApiFailure | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
  /** Shows what another call has answered, which is newer. */
  readonly replace: (value: T) => void;
}

/** Loads an answer for a page, again whenever `key` changes. A late answer never replaces a newer one. */
export const useLoaded = <E extends Endpoint>(endpoint: E, request: RequestOf<E>, key: string): Loaded<AnswerOf<E>> => {
  const call = useCall();
  const [state, setState] = useState<Omit<Loaded<AnswerOf<E>>, 'reload' | 'replace'>>({
    value: undefined,
    failure: undefined,
    loading: true,
  });
  const latest = useRef(0);
  const sent = useRef(request);
  sent.current = request;
  const load = useCallback(() => {
    const number = (latest.current += 1);
    setState((before) => ({ ...before, loading: true }));
    void call(endpoint, sent.current).then((result) => {
      if (number !== latest.current) return;
      setState((before) =>
        result.ok
          ? { value: result.value, failure: undefined, loading: false }
          : { ...before, failure: result.failure, loading: false },
      );
    });
  }, [call, endpoint]);
  useEffect(() => {
    load();
    return () => void (latest.current += 1);
  }, [load, key]);
  const replace = useCallback((value: AnswerOf<E>) => {
    latest.current += 1;
    setState({ value, failure: undefined, loading: false });
  }, []);
  return { ...state, reload: load, replace };
};
