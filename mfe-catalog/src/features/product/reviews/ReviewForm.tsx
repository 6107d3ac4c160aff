import { MAX_REVIEW_LENGTH, UNAUTHENTICATED } from '@shop/contracts/constants';
import { Button, ButtonLink } from '@shop/shared/design-system/Button';
import { Note } from '@shop/shared/design-system/Note';
import { TextArea } from '@shop/shared/design-system/TextArea';
import { paths, buildSignInHref } from '@shop/shared/navigation';
import { notify, useAppDispatch } from '@shop/shared/state';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { keepDraft, readDraft } from './reviewDraft';
import { reviewSent } from './reviewsSlice';
import styles from './ReviewForm.module.css';
import { StarChoice } from './StarChoice';

/** product.md 5.6. */
const DEFAULT_RATING = 5;
const COMMENT_MISSING = 'Write a few words before you send your review.';

interface ReviewFormProps {
  readonly id: string;
  readonly productId: string;
  readonly onClose: () => void;
}

/** Stars and a comment. The draft survives logging in. */
export function ReviewForm({ id, productId, onClose }: ReviewFormProps) {
  const dispatch = useAppDispatch();
  const [rating, setRating] = useState(DEFAULT_RATING);
  const [comment, setComment] = useState(() => readDraft(productId));
  const [problem, setProblem] = useState<{ comment?: string; form?: string; logIn?: boolean }>({});
  const [sending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const focusComment = (): void => form.current?.querySelector('textarea')?.focus();
  useEffect(focusComment, []);

  const write = (text: string): void => {
    setComment(text);
    setProblem({});
    keepDraft(productId, text);
  };

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (sending) return;
    if (comment.trim() === '') {
      setProblem({ comment: COMMENT_MISSING });
      focusComment();
      return;
    }
    setSending(true);
    const result = await dispatch(reviewSent({ productId, rating, comment: comment.trim() }));
    setSending(false);
    if (reviewSent.fulfilled.match(result)) {
      keepDraft(productId, '');
      dispatch(notify(result.payload.waiting ? 'Thank you. We will check your review.' : 'Thank you for your review.'));
      onClose();
      return;
    }
    const wrong = result.meta.rejectedWithValue ? result.meta : undefined;
    const message = result.payload ?? 'Your review could not be saved';
    setProblem(
      wrong?.fields['comment']
        ? { comment: wrong.fields['comment'] }
        : { form: message, logIn: wrong?.code === UNAUTHENTICATED },
    );
  };

  return (
    <form
      method="post"
      ref={form}
      id={id}
      className={styles.form}
      aria-label="Write a review"
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <StarChoice value={rating} onChange={setRating} />
      <TextArea
        label="Comment"
        required
        rows={4}
        maxLength={MAX_REVIEW_LENGTH}
        value={comment}
        error={problem.comment}
        onChange={(event) => write(event.target.value)}
      />
      {problem.form && <Note tone="error">{problem.form}</Note>}
      <div className={styles.actions}>
        {problem.logIn ? (
          <ButtonLink size="md" to={buildSignInHref(`${paths.product(productId)}#reviews`)}>
            Log in
          </ButtonLink>
        ) : (
          <Button type="submit" size="md" busyText={sending ? 'Sending' : undefined}>
            Submit review
          </Button>
        )}
        <Button variant="quiet" size="md" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
