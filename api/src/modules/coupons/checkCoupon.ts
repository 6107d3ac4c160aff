import { computeDiscountCents, type Coupon } from '@shop/contracts';
import { DAY_MS } from '../../clock';
import { formatDollars } from '../../formatDollars';
import { sumCents, type SoldLine } from '../cart/priceItems';
import type { StoredCoupon } from './couponsRepository';

const COUPON_INVALID = 'This coupon is not valid.';
export const COUPON_USED_UP = 'This coupon has been used up.';

/** A coupon as it applies to a cart, or a sentence that says why it does not. */
export type CheckedCoupon = { readonly coupon: Coupon } | { readonly refusal: string };

const isReducedBy = ({ productIds, categories, excludesReduced }: StoredCoupon, line: SoldLine): boolean => {
  if (excludesReduced && line.isReduced) return false;
  if (productIds === null && categories === null) return true;
  return (productIds?.includes(line.productId) ?? false) || (categories?.includes(line.categorySlug) ?? false);
};

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const MINUTE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A day, as operators set it, or else a moment of one. Days of coupons are in UTC. */
const describeBeginning = (startsAt: Date): string =>
  startsAt.getTime() % DAY_MS === 0 ? DAY.format(startsAt) : `${MINUTE.format(startsAt)} UTC`;

const listReasons = (stored: StoredCoupon, subtotalCents: number, now: Date): string[] => [
  ...(stored.startsAt && stored.startsAt > now
    ? [`This coupon is valid from ${describeBeginning(stored.startsAt)} on.`]
    : []),
  ...(stored.endsAt && stored.endsAt <= now ? ['This coupon has expired.'] : []),
  ...(stored.maxUses !== null && stored.uses >= stored.maxUses ? [COUPON_USED_UP] : []),
  ...(subtotalCents < stored.minimumCents
    ? [`Spend ${formatDollars(stored.minimumCents / 100)} or more to use this coupon.`]
    : []),
  ...(stored.maximumCents !== null && subtotalCents > stored.maximumCents
    ? [`This coupon is for orders of up to ${formatDollars(stored.maximumCents / 100)}.`]
    : []),
];

/** Checks everything but who uses it. */
export const checkCoupon = (stored: StoredCoupon | undefined, lines: readonly SoldLine[], now: Date): CheckedCoupon => {
  if (!stored) return { refusal: COUPON_INVALID };
  const [reason] = listReasons(stored, sumCents(lines), now);
  if (reason !== undefined) return { refusal: reason };
  const { code, kind, amount, minimumCents, maximumCents, productIds, categories, excludesReduced } = stored;
  const isForSome = productIds !== null || categories !== null || excludesReduced;
  const coupon: Coupon = {
    code,
    kind,
    amount: kind === 'percent' ? amount : amount / 100,
    minimum: minimumCents / 100,
    ...(maximumCents === null ? {} : { maximum: maximumCents / 100 }),
    ...(isForSome
      ? { products: lines.filter((line) => isReducedBy(stored, line)).map(({ productId }) => productId) }
      : {}),
  };
  return computeDiscountCents(coupon, lines) > 0
    ? { coupon }
    : { refusal: 'This coupon does not apply to anything in your cart.' };
};
