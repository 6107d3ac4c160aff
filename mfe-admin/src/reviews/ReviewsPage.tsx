import { listStaffReviews, type StaffReview } from '@shop/contracts';
import { Check, CircleCheck, User, X } from 'lucide-react';
import { Picture } from '@shop/shared/design-system/Picture';
import { useState } from 'react';
import { PageHead } from '../frame/PageHead';
import { useFocusHome } from '../frame/useFocusHome';
import { useKeys } from '../frame/useKeys';
import { BulkBar } from '../list/BulkBar';
import { Pages } from '../list/Pages';
import { useAddress } from '../list/useAddress';
import { useRows } from '../list/useRows';
import { ViewTabs } from '../list/ViewTabs';
import { Button } from '../parts/Button';
import { Chip } from '../parts/Chip';
import { Choice } from '../parts/Field';
import { formatWhen } from '../parts/formatWhen';
import { Banner, EmptyState, FailedState, LoadingRows } from '../parts/States';
import { useLoaded } from '../useApi';
import { RejectDialog } from './RejectDialog';
import { ReviewDetail } from './ReviewDetail';
import { Stars } from './Stars';
import { useDecisions } from './useDecisions';
import styles from './ReviewsPage.module.css';

const PRESETS = [
  { name: 'To read', search: 'state=waiting' },
  { name: 'Published', search: 'state=published' },
  { name: 'Rejected', search: 'state=removed' },
];
const STARS = [
  { value: '', label: 'All stars' },
  ...['5', '4', '3', '2', '1'].map((value) => ({ value, label: `${value} ${value === '1' ? 'star' : 'stars'}` })),
];

const FOCUS_HOME = ['[data-detail]', 'h1'];

/** The queue of reviews, and the one that is open beside it. */
export function ReviewsPage() {
  const { read, change } = useAddress();
  const state = read('state') || 'waiting';
  const stars = read('stars');
  const product = read('product');
  const cursor = read('cursor');
  const filter = { state, ...(stars === '' ? {} : { stars }), ...(product === '' ? {} : { product }) };
  const key = new URLSearchParams(filter).toString();
  const { value, failure, loading, reload } = useLoaded(
    listStaffReviews,
    { query: { ...filter, ...(cursor === '' ? {} : { cursor }) } },
    `${key} ${cursor}`,
  );
  const { decide, busy } = useDecisions(reload);
  const [rejecting, setRejecting] = useState<readonly StaffReview[]>();

  // What is decided leaves the queue at once; it can be taken back from the toast.
  const reviews = value?.data.items.filter(({ decision }) => decision === null);
  const ids = reviews?.map(({ id }) => String(id)) ?? [];
  const openId = read('open');
  const rows = useRows({ ids, selects: 'page', onOpen: (id) => change({ open: id }, { keepPage: true }) });
  const open = reviews?.find(({ id }) => String(id) === (rows.cursor ?? openId)) ?? reviews?.[0];
  const chosen = reviews?.filter(({ id }) => rows.selected.has(String(id))) ?? [];
  const meant = chosen.length > 0 ? chosen : open ? [open] : [];

  const publish = (): void => {
    if (meant.length === 0 || state === 'published') return;
    rows.clear();
    void decide(meant, 'published');
  };
  const reject = (): void => {
    if (meant.length > 0 && state !== 'removed') setRejecting(meant);
  };
  useKeys({ p: publish, r: reject });
  useFocusHome(FOCUS_HOME);

  return (
    <div className={styles.split} data-open={(openId !== '' && open !== undefined) || undefined}>
      <section className={styles.queue} aria-label="Queue">
        <div className={styles.head}>
          <PageHead title="Reviews" />
        </div>
        <ViewTabs list="reviews" presets={PRESETS} search={key} />
        <div className={styles.filters}>
          <Choice
            label="Stars"
            name="stars"
            value={stars}
            options={STARS}
            onChange={(next) => change({ state, stars: next })}
          />
          {product !== '' && (
            <Button icon={X} onClick={() => change({ product: '' })}>
              Product {product}
            </Button>
          )}
        </div>
        {failure && reviews && (
          <Banner>
            <span>{failure.message} What you see is from before.</span>
            <Button onClick={reload}>Try again</Button>
          </Banner>
        )}
        {failure && !reviews && <FailedState failure={failure} onRetry={reload} />}
        {!reviews && loading && <LoadingRows />}
        {reviews?.length === 0 &&
          (stars === '' && product === '' ? (
            state === 'waiting' ? (
              <EmptyState icon={CircleCheck} title="All read" text="No review waits for you.">
                <Button onClick={() => change({ state: 'published' })}>Show published</Button>
              </EmptyState>
            ) : (
              <EmptyState title="No reviews" text="There are none of this kind yet." />
            )
          ) : (
            <EmptyState title="No reviews" text="None is found by these filters.">
              <Button onClick={() => change({ stars: '', product: '' })}>Clear filters</Button>
            </EmptyState>
          ))}
        <ul className={styles.rows}>
          {reviews?.map((review) => {
            const id = String(review.id);
            return (
              <li key={id} data-row={id} className={styles.row} data-open={review === open || undefined}>
                <input
                  type="checkbox"
                  aria-label={`Select the review of ${review.product.name} by ${review.author}`}
                  checked={rows.selected.has(id)}
                  onChange={() => rows.toggle(id)}
                />
                <button
                  type="button"
                  aria-current={review === open || undefined}
                  onClick={() => change({ open: id }, { keepPage: true })}
                >
                  <span className={styles.picture}>
                    <Picture src={review.product.image} alt="" sizes="48px" />
                  </span>
                  <span className={styles.text}>
                    <span className={styles.line}>
                      <Stars rating={review.rating} />
                      <small>{formatWhen(review.date)}</small>
                    </span>
                    <b>{review.product.name}</b>
                    <span className={styles.clip}>{review.text}</span>
                    <span>
                      {review.bought ? (
                        <Chip icon={CircleCheck}>Verified purchase</Chip>
                      ) : (
                        <Chip icon={User} tone="line">
                          No purchase found
                        </Chip>
                      )}
                    </span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
        <Pages
          cursor={cursor}
          next={value?.data.next ?? null}
          onCursor={(next) => change({ cursor: next, open: '' }, { keepPage: true })}
        />
      </section>
      {open && (
        <ReviewDetail
          onBack={() => change({ open: '' }, { keepPage: true })}
          key={open.id}
          review={open}
          busy={busy}
          onPublish={() => void decide([open], 'published')}
          onReject={() => setRejecting([open])}
          onChanged={reload}
        />
      )}
      {chosen.length > 0 && (
        <BulkBar list={rows} ids={ids}>
          {state !== 'published' && (
            <Button icon={Check} shortcut="P" busy={busy && 'Publishing'} onClick={publish}>
              Publish
            </Button>
          )}
          {state !== 'removed' && (
            <Button icon={X} shortcut="R" onClick={reject}>
              Reject
            </Button>
          )}
        </BulkBar>
      )}
      {rejecting && (
        <RejectDialog
          count={rejecting.length}
          onClose={() => setRejecting(undefined)}
          onReject={(reason) => {
            setRejecting(undefined);
            rows.clear();
            void decide(rejecting, 'removed', reason);
          }}
        />
      )}
    </div>
  );
}
