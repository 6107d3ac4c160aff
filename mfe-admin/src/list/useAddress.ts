import { useCallback, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

interface ChangeOptions {
  readonly keepPage?: boolean;
  /** Without an entry in the history, as while somebody types. */
  readonly replace?: boolean;
}

/** The state of a list in the address. Changing it returns to the first page; empty values leave the address. */
export const useAddress = (): {
  readonly read: (name: string) => string;
  readonly change: (changes: Readonly<Record<string, string>>, options?: ChangeOptions) => void;
  readonly search: string;
} => {
  const [params, setParams] = useSearchParams();
  // The router does not queue changes: of two before the next rendering, the second would undo the first.
  const address = useRef({ params, next: params });
  if (address.current.params !== params) address.current = { params, next: params };
  const change = useCallback(
    (changes: Readonly<Record<string, string>>, { keepPage = false, replace = false }: ChangeOptions = {}) => {
      const next = new URLSearchParams(address.current.next);
      if (!keepPage) next.delete('cursor');
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      address.current.next = next;
      setParams(next, { replace });
    },
    [setParams],
  );
  return { read: (name) => params.get(name) ?? '', change, search: params.toString() };
};
