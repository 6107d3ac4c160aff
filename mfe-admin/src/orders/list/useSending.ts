import { shipStaffOrders, type SentOutcome } from '@shop/contracts';
import { use, useRef, useState } from 'react';
import { ToastContext } from '../../frame/Toasts';
import { useCall } from '../../useApi';
import { inChunks } from './inChunks';

/** Few enough for a bar that moves, and to stop soon. */
const ORDERS_PER_REQUEST = 10;

/** What became of the orders that were to be sent. */
export interface SendingResult {
  readonly total: number;
  readonly sent: number;
  readonly failed: readonly { readonly number: string; readonly error: string }[];
  /** Why it ended before all were asked for; '' if it did not. */
  readonly problem: string;
}

interface Progress {
  readonly done: number;
  readonly total: number;
  readonly isStopping: boolean;
}

export const countOrders = (count: number): string => `${count} ${count === 1 ? 'order' : 'orders'}`;

interface SendingOptions {
  /** Gets the numbers that were not sent. */
  readonly onEnd: (unsent: readonly string[]) => void;
}

/** Sends orders in several requests, which can be stopped in between. What one of them cannot send stops no other. */
export const useSending = ({ onEnd }: SendingOptions) => {
  const call = useCall();
  const toast = use(ToastContext);
  const [progress, setProgress] = useState<Progress>();
  const [result, setResult] = useState<SendingResult>();
  const isStopped = useRef(false);

  const send = async (numbers: readonly string[]): Promise<void> => {
    const total = numbers.length;
    const outcomes: SentOutcome[] = [];
    let problem = '';
    isStopped.current = false;
    setResult(undefined);
    setProgress({ done: 0, total, isStopping: false });
    for (const chunk of inChunks(numbers, ORDERS_PER_REQUEST)) {
      if (isStopped.current) {
        problem = 'You stopped it.';
        break;
      }
      const answer = await call(shipStaffOrders, { body: { numbers: chunk } });
      if (!answer.ok) {
        problem = answer.failure.message;
        break;
      }
      outcomes.push(...answer.value.data);
      setProgress({ done: outcomes.length, total, isStopping: isStopped.current });
    }
    const sent = new Set(outcomes.flatMap(({ number, error }) => (error === null ? [number] : [])));
    const failed = outcomes.flatMap(({ number, error }) => (error === null ? [] : [{ number, error }]));
    setProgress(undefined);
    if (sent.size === total) toast({ text: `${countOrders(total)} sent` });
    else setResult({ total, sent: sent.size, failed, problem });
    onEnd(numbers.filter((number) => !sent.has(number)));
  };
  const stop = (): void => {
    isStopped.current = true;
    setProgress((before) => before && { ...before, isStopping: true });
  };
  return { send, stop, progress, result, forget: () => setResult(undefined) };
};
