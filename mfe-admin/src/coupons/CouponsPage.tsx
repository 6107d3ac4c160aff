import { listStaffCoupons, type StaffCoupon } from '@shop/contracts';
import { CircleCheck, Plus } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { PageHead } from '../frame/PageHead';
import { useKeys } from '../frame/useKeys';
import { DataList, type Column } from '../list/DataList';
import { Pages } from '../list/Pages';
import { useAddress } from '../list/useAddress';
import { useTyped } from '../list/useTyped';
import { ViewTabs } from '../list/ViewTabs';
import { Button, ButtonLink } from '../parts/Button';
import { Chip } from '../parts/Chip';
import { Field } from '../parts/Field';
import { Panel } from '../parts/Panel';
import { Banner, EmptyState, FailedState, LoadingRows } from '../parts/States';
import { useLoaded } from '../useApi';
import {
  describeDays,
  describeGift,
  describeLimits,
  describeState,
  describeUses,
  getCouponPath,
} from './describeCoupon';
import { useEndCoupon } from './useEndCoupon';
import styles from './CouponsPage.module.css';

const VIEWS = [
  { view: 'all', name: 'All' },
  { view: 'active', name: 'Active' },
  { view: 'scheduled', name: 'Scheduled' },
  { view: 'ended', name: 'Ended' },
] as const;
const NEW_COUPON = '/admin/coupons/new';

const isEndable = ({ state }: StaffCoupon): boolean => state === 'active' || state === 'scheduled';

/** The desk of coupons. */
export function CouponsPage() {
  const { read, change } = useAddress();
  const navigate = useNavigate();
  const view = read('view') || 'all';
  const q = read('q');
  const cursor = read('cursor');
  const key = new URLSearchParams({ view, ...(q === '' ? {} : { q }) }).toString();
  const { value, failure, loading, reload } = useLoaded(
    listStaffCoupons,
    { query: { view, ...(q === '' ? {} : { q }), ...(cursor === '' ? {} : { cursor }) } },
    `${key} ${cursor}`,
  );
  const [typed, type] = useTyped(q, (next) => change({ q: next }, { replace: true }));
  const end = useEndCoupon(reload);
  useKeys({
    n: () => void navigate(NEW_COUPON),
    f: () => document.querySelector<HTMLElement>('[name="q"]')?.focus(),
  });

  const columns: readonly Column<StaffCoupon>[] = [
    {
      id: 'code',
      label: 'Code',
      place: 'main',
      cell: ({ code }) => (
        <Link className={styles.code} to={getCouponPath(code)}>
          {code}
        </Link>
      ),
    },
    { id: 'gift', label: 'It gives', cell: describeGift },
    { id: 'limits', label: 'For', cell: (coupon) => describeLimits(coupon) || 'everything', place: 'none' },
    { id: 'days', label: 'Days', cell: (coupon) => describeDays(coupon) || 'always', place: 'none' },
    {
      id: 'uses',
      label: 'Uses',
      cell: (coupon) => (
        <>
          {describeUses(coupon)}
          <span className={styles.unit}> uses</span>
        </>
      ),
    },
    {
      id: 'state',
      label: 'State',
      cell: (coupon) => {
        const { word, ...chip } = describeState(coupon);
        return <Chip {...chip}>{word}</Chip>;
      },
    },
    {
      id: 'act',
      label: 'Change',
      cell: (coupon) =>
        isEndable(coupon) ? (
          <Button tone="quiet" aria-label={`End ${coupon.code}`} onClick={() => void end(coupon)}>
            End
          </Button>
        ) : (
          '–'
        ),
    },
  ];
  const coupons = value?.data.items;
  const isFiltered = q !== '';
  return (
    <>
      <PageHead title="Coupons" text="What shoppers type into their cart to pay less.">
        <ButtonLink tone="primary" icon={Plus} shortcut="N" to={NEW_COUPON}>
          New coupon
        </ButtonLink>
      </PageHead>
      <Panel flush>
        <ViewTabs
          list="coupons"
          presets={VIEWS.map(({ name, view: preset }) => ({ name, search: `view=${preset}` }))}
          search={key}
        />
        <div className={styles.filters} role="search" aria-label="Coupons">
          <Field
            label="Code"
            name="q"
            type="search"
            autoComplete="off"
            spellCheck={false}
            maxLength={32}
            value={typed}
            error={failure?.fields['q']}
            onChange={({ target }) => type(target.value)}
          />
        </div>
        {failure && coupons && (
          <Banner>
            <span>{failure.message} What you see is from before.</span>
            <Button onClick={reload}>Try again</Button>
          </Banner>
        )}
        {failure && !coupons && <FailedState failure={failure} onRetry={reload} />}
        {!coupons && loading && <LoadingRows />}
        {coupons?.length === 0 &&
          (isFiltered ? (
            <EmptyState title="No coupons match" text="No code begins like this.">
              <Button onClick={() => change({ q: '' })}>Clear the search</Button>
            </EmptyState>
          ) : view === 'all' ? (
            <EmptyState title="No coupons yet" text="Make the first one." />
          ) : (
            <EmptyState icon={CircleCheck} title="No coupons" text="No coupon is like this now." />
          ))}
        {coupons && coupons.length > 0 && (
          <DataList
            label="Coupons"
            rows={coupons}
            columns={columns}
            getId={({ code }) => code}
            onOpen={(code) => void navigate(getCouponPath(code))}
          />
        )}
        <Pages
          cursor={cursor}
          next={value?.data.next ?? null}
          onCursor={(next) => change({ cursor: next }, { keepPage: true })}
        />
      </Panel>
    </>
  );
}
