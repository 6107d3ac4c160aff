import { formatDollars } from '../../csv/dollars';
import type { NewCoupon } from './couponsRepository';

/** Says what a coupon gives, for the terminal and the audit, which keeps no email address. */
export const describeCoupon = ({
  kind,
  amount,
  minimumCents,
  maximumCents,
  productIds,
  categories,
  excludesReduced,
  email,
  startsAt,
  endsAt,
  maxUses,
  maxUsesPerCustomer,
}: NewCoupon): string =>
  [
    kind === 'percent' ? `${amount} % off` : `${formatDollars(amount)} off`,
    ...(minimumCents > 0 ? [`from ${formatDollars(minimumCents)} on`] : []),
    ...(maximumCents === null ? [] : [`up to ${formatDollars(maximumCents)}`]),
    ...(productIds || categories ? [`for ${[...(productIds ?? []), ...(categories ?? [])].join(' and ')}`] : []),
    ...(excludesReduced ? ['not for reduced products'] : []),
    ...(email === null ? [] : ['for one email address']),
    ...(startsAt ? [`from ${startsAt.toISOString()}`] : []),
    ...(endsAt ? [`until ${endsAt.toISOString()}`] : []),
    ...(maxUses === null ? [] : [`${maxUses} uses`]),
    ...(maxUsesPerCustomer === null ? [] : [`${maxUsesPerCustomer} for each customer`]),
  ].join(', ');
