import { decideReviews, undoReviewDecisions, type StaffReview } from '@shop/contracts';
import { use, useCallback, useState } from 'react';
import { ToastContext } from '../frame/Toasts';
import { useCall } from '../useApi';

type Verdict = 'published' | 'removed';
const DONE: Readonly<Record<Verdict, string>> = { published: 'published', removed: 'rejected' };

const nameThem = (reviews: readonly StaffReview[]): string =>
  reviews.length === 1 && reviews[0] ? `Review of ${reviews[0].product.name}` : `${reviews.length} reviews`;

/** Publishes and rejects reviews, says what became of them, and takes it back. `onChanged` reads the list again. */
export const useDecisions = (onChanged: () => void) => {
  const call = useCall();
  const toast = use(ToastContext);
  const [busy, setBusy] = useState(false);

  const undo = useCallback(
    async (reviews: readonly StaffReview[]) => {
      const result = await call(undoReviewDecisions, { body: { ids: reviews.map(({ id }) => id) } });
      const problem = result.ok ? result.value.data.find(({ error }) => error !== null)?.error : result.failure.message;
      toast(problem ? { text: problem, isError: true } : { text: `${nameThem(reviews)}: taken back.` });
      onChanged();
    },
    [call, toast, onChanged],
  );

  const decide = useCallback(
    async (reviews: readonly StaffReview[], to: Verdict, reason = '') => {
      setBusy(true);
      const result = await call(decideReviews, {
        body: {
          reviews: reviews.map(({ id, state }) => ({ id, seen: state })),
          to,
          ...(reason === '' ? {} : { reason }),
        },
      });
      setBusy(false);
      if (!result.ok) return toast({ text: `${result.failure.message} Nothing was changed.`, isError: true });
      const failed = new Map(
        result.value.data.flatMap(({ id, error }) => (error === null ? [] : [[id, error] as const])),
      );
      const done = reviews.filter(({ id }) => !failed.has(id));
      const [problem] = failed.values();
      if (problem !== undefined)
        toast({
          text: done.length === 0 ? problem : `${done.length} of ${reviews.length} ${DONE[to]}. ${problem}`,
          isError: true,
        });
      else toast({ text: `${nameThem(done)} ${DONE[to]}`, undo: () => void undo(done) });
      onChanged();
    },
    [call, toast, undo, onChanged],
  );
  return { decide, busy };
};
