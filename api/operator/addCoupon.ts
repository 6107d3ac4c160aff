import { couponExists, findUnknownTerms, insertCoupon, type NewCoupon } from '../src/modules/coupons/couponsRepository';
import { insertAudit } from '../src/audit/auditRepository';
import { formatDollars } from '../src/csv/dollars';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';

const describeCoupon = ({
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

const requireValidDates = ({ startsAt, endsAt }: NewCoupon, now: Date): void => {
  if (startsAt && endsAt && endsAt <= startsAt)
    throw new OperatorError('refused', 'A coupon ends after it starts: --until is before --from.');
  if (endsAt && endsAt <= now)
    throw new OperatorError('refused', 'This coupon would have ended already: --until is in the past.');
};

/** `coupons add CODE`: adds a coupon. An existing one is not changed. */
export const addCoupon = async (
  { database, clock, actor, print }: OperatorContext,
  coupon: NewCoupon,
  { dryRun }: { readonly dryRun: boolean },
): Promise<void> => {
  const now = clock.now();
  requireValidDates(coupon, now);
  const unknown = await findUnknownTerms(database, coupon.productIds ?? [], coupon.categories ?? []);
  if (unknown.length > 0) throw new OperatorError('refused', `There is no product or category ${unknown.join(', ')}.`);
  const conflict = new OperatorError('conflict', `There is a coupon ${coupon.code} already: it was not changed.`);
  if (dryRun) {
    if (await couponExists(database, coupon.code)) throw conflict;
    return print(`Dry run, nothing is written: ${coupon.code} would be ${describeCoupon(coupon)}.`);
  }
  await database.transaction(async (connection) => {
    if (!(await insertCoupon(connection, coupon))) throw conflict;
    await insertAudit(
      connection,
      { actor, action: 'coupon.added', subject: coupon.code, after: { terms: describeCoupon(coupon) } },
      now,
    );
  });
  print(`The coupon ${coupon.code} was added: ${describeCoupon(coupon)}.`);
};
