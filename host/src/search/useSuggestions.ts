import type { Suggestions } from '@shop/shared/contracts';
import { selectStorefront, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect, useState } from 'react';
import { fetchSuggestions } from './fetchSuggestions';

/** Long enough that a word is not asked for letter by letter. */
const TYPING_PAUSE_MS = 120;
const SHORTEST_QUERY = 2;

/** Suggestions for what stands in the field; those of the letters before stay until the new ones come. */
export const useSuggestions = (text: string, wanted: boolean): Suggestions | undefined => {
  const { slug } = useAppSelector(selectStorefront);
  const dispatch = useAppDispatch();
  const [suggestions, setSuggestions] = useState<Suggestions>();
  const q = text.trim();
  const asks = wanted && q.length >= SHORTEST_QUERY;

  useEffect(() => {
    if (!asks) return setSuggestions(undefined);
    let asked: { abort: () => void } | undefined;
    let current = true;
    const timer = setTimeout(() => {
      const asking = dispatch(fetchSuggestions({ store: slug, q }));
      asked = asking;
      // Without an answer the field is a plain search.
      void asking.then((action) => {
        if (current) setSuggestions(fetchSuggestions.fulfilled.match(action) ? action.payload : undefined);
      });
    }, TYPING_PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
      asked?.abort();
    };
  }, [asks, q, slug, dispatch]);

  return suggestions;
};
