import type { Address } from '@shop/shared/contracts';
import {
  fetchAddresses,
  selectIsAuthenticated,
  selectProfile,
  useAppDispatch,
  useAppSelector,
} from '@shop/shared/state';
import { useEffect } from 'react';

const NONE: readonly Address[] = [];

/** The addresses of whoever is signed in; none for a guest, and until they are there. */
export const useSavedAddresses = (): readonly Address[] => {
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const { addresses, addressesLoaded } = useAppSelector(selectProfile);
  const dispatch = useAppDispatch();

  // A failure takes the choice away, not the form.
  useEffect(() => {
    if (isAuthenticated && !addressesLoaded) void dispatch(fetchAddresses());
  }, [isAuthenticated, addressesLoaded, dispatch]);

  return isAuthenticated ? addresses : NONE;
};
