import { useAppDispatch } from '@shop/shared/state';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { guestOrderOpened } from './orderReceivedSlice';

/**
 * Sends the key of the link in a guest's mail, which the server of a page never sees, once the order was looked for. It
 * opens the order in another browser and confirms one that is paid in cash.
 */
export const useOrderLink = (number: string, isLookedFor: boolean): void => {
  const dispatch = useAppDispatch();
  const { hash } = useLocation();
  useEffect(() => {
    const link_key = new URLSearchParams(hash.slice(1)).get('key');
    if (link_key === null || !isLookedFor) return;
    void dispatch(guestOrderOpened({ number, proof: { link_key } }));
    // Without the router, which would load the page anew.
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }, [hash, isLookedFor, number, dispatch]);
};
