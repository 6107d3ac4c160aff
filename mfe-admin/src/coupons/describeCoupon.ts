import type { StaffCoupon } from '@shop/contracts';
import { formatMoney } from '@shop/shared/format';
import { Ban, CircleCheck, Clock, type LucideIcon } from 'lucide-react';

interface State {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly tone?: 'live' | 'move';
}

const STATES: Readonly<Record<StaffCoupon['state'], State>> = {
  active: { word: 'Active', icon: CircleCheck, tone: 'live' },
  scheduled: { word: 'Scheduled', icon: Clock, tone: 'move' },
  ended: { word: 'Ended', icon: Ban },
  'used-up': { word: 'Used up', icon: Ban },
};
export const describeState = ({ state }: Pick<StaffCoupon, 'state'>): State => STATES[state];

/** "10% off", "$5.00 off". */
export const describeGift = ({ kind, amount }: Pick<StaffCoupon, 'kind' | 'amount'>): string =>
  kind === 'percent' ? `${amount}% off` : `${formatMoney(amount / 100)} off`;

/** "3 of 100", "3". */
export const describeUses = ({ uses, max_uses: max }: Pick<StaffCoupon, 'uses' | 'max_uses'>): string =>
  max === null ? String(uses) : `${uses} of ${max}`;

const count = (all: readonly string[] | null, one: string, many: string): string[] =>
  all === null ? [] : [`${all.length} ${all.length === 1 ? one : many}`];

/** "from $40.00 · 2 categories"; '' for a coupon for everything. */
export const describeLimits = (coupon: StaffCoupon): string =>
  [
    ...(coupon.minimum_cents > 0 ? [`from ${formatMoney(coupon.minimum_cents / 100)}`] : []),
    ...(coupon.maximum_cents === null ? [] : [`up to ${formatMoney(coupon.maximum_cents / 100)}`]),
    ...count(coupon.products, 'product', 'products'),
    ...count(coupon.categories, 'category', 'categories'),
    ...(coupon.not_reduced ? ['not on sale'] : []),
    ...(coupon.email === null ? [] : ['one customer']),
  ].join(' · ');

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' });

/** "until Dec 24, 2026"; '' if it neither begins nor ends. */
export const describeDays = ({
  starts_at: starts,
  ends_at: ends,
}: Pick<StaffCoupon, 'starts_at' | 'ends_at'>): string =>
  [
    ...(starts === null ? [] : [`from ${DAY.format(new Date(starts))}`]),
    ...(ends === null ? [] : [`until ${DAY.format(new Date(ends).getTime() - 1)}`]),
  ].join(' ');

export const getCouponPath = (code: string): string => `/admin/coupons/code/${encodeURIComponent(code)}`;
