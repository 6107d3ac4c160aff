import type { Suggestions } from '@shop/contracts';
import { selectStorefront, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect, useState } from 'react';
import { fetchSuggestions } from './fetchSuggestions';

/** Debounces typing. */
const TYPING_PAUSE_MS = 120;
const MIN_QUERY_LENGTH = 2;

/** Returns suggestions for the text; the previous ones stay until new ones arrive. */
export const useSuggestions = (text: string, isEnabled: boolean): Suggestions | undefined => {
  const { slug } = useAppSelector(selectStorefront);
  const dispatch = useAppDispatch();
  const [suggestions, setSuggestions] = useState<Suggestions>();
  const q = text.trim();
  const shouldFetch = isEnabled && q.length >= MIN_QUERY_LENGTH;

  useEffect(() => {
    if (!shouldFetch) return setSuggestions(undefined);
    let pending: { abort: () => void } | undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      const request = dispatch(fetchSuggestions({ store: slug, q }));
      pending = request;
      // If this fails, the field is a plain search.
      void request.then((action) => {
        if (isCurrent) setSuggestions(fetchSuggestions.fulfilled.match(action) ? action.payload : undefined);
      });
    }, TYPING_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      pending?.abort();
    };
  }, [shouldFetch, q, slug, dispatch]);

  return suggestions;
};
