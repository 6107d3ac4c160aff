import type { Address } from '@shop/contracts';
import {
  fetchAddresses,
  selectIsAuthenticated,
  selectProfile,
  useAppDispatch,
  useAppSelector,
} from '@shop/shared/state';
import { useEffect } from 'react';

const NONE: readonly Address[] = [];

/** The customer's saved addresses; empty for guests and until loaded. */
export const useSavedAddresses = (): readonly Address[] => {
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const { addresses, addressesLoaded } = useAppSelector(selectProfile);
  const dispatch = useAppDispatch();

  // On failure only the select is hidden; the form still works.
  useEffect(() => {
    if (isAuthenticated && !addressesLoaded) void dispatch(fetchAddresses());
  }, [isAuthenticated, addressesLoaded, dispatch]);

  return isAuthenticated ? addresses : NONE;
};
