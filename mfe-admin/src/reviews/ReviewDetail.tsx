import { listAudit, mayDo, replyToReview, type StaffReview } from '@shop/contracts';
import { useAppSelector } from '@shop/shared/state';
import { ArrowLeft, Check, CircleCheck, Link2Off, Link as LinkIcon, User, X } from 'lucide-react';
import { use, useState } from 'react';
import { selectMe } from '../adminSlice';
import { describeAction } from '../audit/describeAction';
import { Timeline } from '../detail/Timeline';
import { ToastContext } from '../frame/Toasts';
import { Button } from '../parts/Button';
import { TextField } from '../parts/Field';
import { formatInstant, formatWhen } from '../parts/formatWhen';
import { Panel } from '../parts/Panel';
import { Banner, FailedState, LoadingRows } from '../parts/States';
import { useCall, useLoaded } from '../useApi';
import { Stars } from './Stars';
import { useDraft } from './useDraft';
import styles from './ReviewDetail.module.css';

interface ReviewDetailProps {
  readonly review: StaffReview;
  readonly busy: boolean;
  readonly onPublish: () => void;
  readonly onReject: () => void;
  readonly onChanged: () => void;
  /** On narrow screens: to the queue. */
  readonly onBack: () => void;
}

const LINK = /https?:|www\.|\b[\w-]+\.(?:com|net|org|shop|ru|info)\b/i;

/** One review: its text as text, what speaks for it, the answer of the shop, and what was done with it. */
export function ReviewDetail({ review, busy, onPublish, onReject, onChanged, onBack }: ReviewDetailProps) {
  const me = useAppSelector(selectMe);
  const { product, state } = review;
  const hasLink = LINK.test(review.text);
  return (
    <section className={styles.detail} aria-label="Review" data-detail tabIndex={-1}>
      <div className={styles.back}>
        <Button tone="quiet" icon={ArrowLeft} onClick={onBack}>
          Reviews
        </Button>
      </div>
      <p className={styles.line}>
        <Stars rating={review.rating} />
        <time dateTime={review.date} title={formatInstant(review.date)}>
          {formatWhen(review.date)}
        </time>
        <span>{review.author}</span>
      </p>
      <blockquote className={styles.quote}>{review.text}</blockquote>
      <div className={styles.acts}>
        {state !== 'published' && (
          <Button tone="primary" icon={Check} shortcut="P" busy={busy && 'Publishing'} onClick={onPublish}>
            Publish
          </Button>
        )}
        {state !== 'removed' && (
          <Button icon={X} shortcut="R" onClick={onReject}>
            Reject
          </Button>
        )}
        <span className={styles.hint}>J and K: next, previous</span>
      </div>
      <Panel title="Checks">
        <ul className={styles.checks}>
          <li>
            {review.bought ? <CircleCheck aria-hidden /> : <User aria-hidden />}
            {review.bought ? 'Bought and paid by the author' : 'No paid order of the author has this product'}
          </li>
          <li>
            {hasLink ? <LinkIcon aria-hidden /> : <Link2Off aria-hidden />}
            {hasLink ? 'Holds a link: the shop shows it as text' : 'No link'}
          </li>
          <li>
            <Stars rating={Math.round(product.rating)} />
            {product.name}: {product.rating.toFixed(1)} from {product.votes} votes
          </li>
        </ul>
      </Panel>
      <Reply review={review} onChanged={onChanged} />
      {me && mayDo(me.role, 'audit.read') && <History id={review.id} />}
    </section>
  );
}

/** The public answer. What is typed stays until it is saved, also when somebody else was faster. */
function Reply({ review, onChanged }: Pick<ReviewDetailProps, 'review' | 'onChanged'>) {
  const [draft, setDraft] = useDraft(`admin-reply:${review.id}`, review.reply);
  const [theirs, setTheirs] = useState<string>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const call = useCall();
  const toast = use(ToastContext);
  const save = async (seen: string): Promise<void> => {
    setBusy(true);
    const result = await call(replyToReview, {
      params: { id: String(review.id) },
      body: { reply: draft.trim(), seen },
    });
    setBusy(false);
    if (result.ok) {
      setTheirs(undefined);
      setError(undefined);
      setDraft(result.value.review.reply, { isSaved: true });
      toast({ text: result.value.review.reply === '' ? 'The answer is gone.' : 'The answer is in the shop.' });
      onChanged();
    } else if (result.failure.code === 'CHANGED_MEANWHILE') setTheirs(result.failure.fields['reply'] ?? '');
    else setError(result.failure.fields['reply'] ?? result.failure.message);
  };
  const isChanged = draft.trim() !== review.reply;
  return (
    <Panel title="Public answer">
      <form
        method="post"
        className={styles.reply}
        onSubmit={(event) => {
          event.preventDefault();
          void save(review.reply);
        }}
      >
        {theirs !== undefined && (
          <Banner>
            <span>Somebody else has answered meanwhile: “{theirs || 'nothing'}”. What you typed is below.</span>
            <Button onClick={() => void save(theirs)}>Replace theirs</Button>
            <Button
              tone="quiet"
              onClick={() => {
                setDraft(theirs, { isSaved: true });
                setTheirs(undefined);
                onChanged();
              }}
            >
              Keep theirs
            </Button>
          </Banner>
        )}
        <TextField
          label="Answer, optional"
          maxLength={1_000}
          value={draft}
          error={error}
          hint="Everybody reads it below the review, signed with the storefront’s name."
          onChange={(event) => setDraft(event.target.value)}
        />
        {isChanged && (
          <div className={styles.acts}>
            <Button tone="primary" type="submit" busy={busy && 'Saving'}>
              {draft.trim() === '' ? 'Take the answer back' : 'Save the answer'}
            </Button>
            <Button tone="quiet" onClick={() => setDraft(review.reply, { isSaved: true })}>
              Discard
            </Button>
          </div>
        )}
      </form>
    </Panel>
  );
}

/** What was done with it. */
function History({ id }: { readonly id: number }) {
  const { value, failure, loading, reload } = useLoaded(
    listAudit,
    { query: { kind: 'review', subject: String(id) } },
    String(id),
  );
  return (
    <Panel title="Timeline">
      {failure && <FailedState failure={failure} onRetry={reload} />}
      {!value && loading && <LoadingRows count={2} />}
      {value?.data.items.length === 0 && <p className={styles.hint}>Nothing yet: it is as it was written.</p>}
      {value && (
        <Timeline
          entries={value.data.items.map(({ id: row, at, action, actor, after }) => ({
            id: String(row),
            text: describeAction(action),
            by: actor.name,
            at,
            note: typeof after?.['reason'] === 'string' ? after['reason'] : undefined,
          }))}
        />
      )}
    </Panel>
  );
}
