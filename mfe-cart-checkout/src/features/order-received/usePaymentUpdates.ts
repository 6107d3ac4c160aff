import { useAppDispatch } from '@shop/shared/state';
import { useEffect } from 'react';
import { refreshReceivedOrder } from './orderReceivedSlice';

const ASK_EVERY_MS = 2_000;
const ASK_FOR_MS = 60_000;

/**
 * Polls while an order waits for its payment: the provider notifies the shop, not the browser, and may be late.
 */
export const usePaymentUpdates = (number: string, waiting: boolean): void => {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => void dispatch(refreshReceivedOrder(number)), ASK_EVERY_MS);
    const end = setTimeout(() => clearInterval(timer), ASK_FOR_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [number, waiting, dispatch]);
};
