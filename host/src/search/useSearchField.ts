import { useCallback, useEffect, useState, type ComponentType } from 'react';
import type { SearchFieldProps } from './SearchForm';

const importField = () => import(/* webpackChunkName: "search" */ './SearchField');

/** When nothing else is to be done; Safari does not say when that is. */
const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'function') {
    const idle = requestIdleCallback(work);
    return () => cancelIdleCallback(idle);
  }
  const timer = setTimeout(work, 2_000);
  return () => clearTimeout(timer);
};

interface SearchFieldLoader {
  /** The search with suggestions, once it is there. */
  readonly Field: ComponentType<SearchFieldProps> | undefined;
  /** Loads it now; where that fails, the plain search goes on. */
  readonly load: () => Promise<void>;
}

/** The search's suggestions are not part of the first page: they come once it is quiet. */
export const useSearchField = (): SearchFieldLoader => {
  const [loaded, setLoaded] = useState<{ Field: ComponentType<SearchFieldProps> }>();
  const load = useCallback(
    () =>
      importField().then(
        ({ SearchField }) => setLoaded({ Field: SearchField }),
        () => undefined,
      ),
    [],
  );
  useEffect(() => whenIdle(() => void load()), [load]);
  return { Field: loaded?.Field, load };
};
