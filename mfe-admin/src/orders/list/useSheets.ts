import { getStaffOrder, listStaffOrders, type StaffOrder } from '@shop/contracts';
import { use, useEffect, useState } from 'react';
import { ToastContext } from '../../frame/Toasts';
import { useCall } from '../../useApi';
import { inChunks } from './inChunks';

/** As many are asked for at the same time. */
const ORDERS_AT_ONCE = 5;

/** What is on paper: a page for each order, or what a delivery slot needs. */
export interface Sheets {
  readonly kind: 'slips' | 'picking';
  readonly orders: readonly StaffOrder[];
}

/** Reads orders whole, and prints them once all are there. What does not load prints nothing. */
export const useSheets = () => {
  const call = useCall();
  const toast = use(ToastContext);
  const [sheets, setSheets] = useState<Sheets>();
  const [isPreparing, setIsPreparing] = useState(false);

  useEffect(() => {
    if (!sheets) return undefined;
    const putAway = (): void => setSheets(undefined);
    window.addEventListener('afterprint', putAway);
    window.print();
    return () => window.removeEventListener('afterprint', putAway);
  }, [sheets]);

  const readOrders = async (numbers: readonly string[]): Promise<StaffOrder[] | string> => {
    const orders: StaffOrder[] = [];
    for (const chunk of inChunks(numbers, ORDERS_AT_ONCE)) {
      const answers = await Promise.all(chunk.map((number) => call(getStaffOrder, { params: { number } })));
      for (const answer of answers) {
        if (!answer.ok) return answer.failure.message;
        orders.push(answer.value.data);
      }
    }
    return orders;
  };
  /** Numbers of the orders of a slot that are to be packed. */
  const readSlot = async (slot: string): Promise<string[] | string> => {
    const numbers: string[] = [];
    let cursor = '';
    do {
      const answer = await call(listStaffOrders, { query: { view: 'to-send', slot, cursor } });
      if (!answer.ok) return answer.failure.message;
      numbers.push(...answer.value.data.items.map(({ number }) => number));
      cursor = answer.value.data.next ?? '';
    } while (cursor !== '');
    return numbers;
  };
  const print = async (kind: Sheets['kind'], from: readonly string[] | string): Promise<void> => {
    setIsPreparing(true);
    const numbers = typeof from === 'string' ? await readSlot(from) : from;
    const orders = typeof numbers === 'string' ? numbers : await readOrders(numbers);
    setIsPreparing(false);
    if (typeof orders === 'string') return toast({ text: `${orders} Nothing was printed.`, isError: true });
    if (orders.length === 0) return toast({ text: 'Nothing is left to pack for this delivery slot.' });
    setSheets({ kind, orders });
  };
  return {
    sheets,
    isPreparing,
    printSlips: (numbers: readonly string[]) => void print('slips', numbers),
    printPicking: (slot: string) => void print('picking', slot),
  };
};
