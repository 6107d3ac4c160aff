import type { Actor } from '../../audit/Actor';
import { insertAudit } from '../../audit/auditRepository';
import type { Queryable } from '../../database/Database';
import { refuseField } from '../../http/readChoice';
import { ShopError } from '../../http/ShopError';
import { describeCoupon } from './describeCoupon';
import { findUnknownTerms, insertCoupon, lockCoupon, updateCoupon, type NewCoupon } from './couponsRepository';

interface By {
  readonly actor: Actor;
  readonly now: Date;
}

const MAX_PERCENT = 100;

/** Fields are those of the contract. @throws {ShopError} INVALID_REQUEST with the field that has to change. */
const requireTerms = async (connection: Queryable, coupon: NewCoupon): Promise<void> => {
  const { kind, amount, minimumCents, maximumCents, startsAt, endsAt } = coupon;
  if (kind === 'percent' && amount > MAX_PERCENT) return refuseField('amount', `At most ${MAX_PERCENT} %.`);
  if (maximumCents !== null && maximumCents < minimumCents)
    return refuseField('maximum_cents', 'The largest order is smaller than the smallest one.');
  if (startsAt && endsAt && endsAt <= startsAt) return refuseField('ends_at', 'A coupon ends after it starts.');
  const productIds = coupon.productIds ?? [];
  const [unknown] = await findUnknownTerms(connection, productIds, coupon.categories ?? []);
  if (unknown !== undefined)
    return productIds.includes(unknown)
      ? refuseField('products', `No product has the id ${unknown}.`)
      : refuseField('categories', `No category has the address ${unknown}.`);
};

const requireEndAhead = ({ endsAt }: NewCoupon, now: Date): void => {
  if (endsAt && endsAt <= now) refuseField('ends_at', 'This coupon would have ended already.');
};

/** Adds a coupon. Returns false if there is one with this code, which stays as it is. @throws {ShopError} as above. */
export const addCoupon = async (connection: Queryable, coupon: NewCoupon, { actor, now }: By): Promise<boolean> => {
  await requireTerms(connection, coupon);
  requireEndAhead(coupon, now);
  if (!(await insertCoupon(connection, coupon))) return false;
  await insertAudit(
    connection,
    { actor, action: 'coupon.added', subject: coupon.code, after: { terms: describeCoupon(coupon) } },
    now,
  );
  return true;
};

const isSame = (a: NewCoupon, b: NewCoupon): boolean => a.email === b.email && describeCoupon(a) === describeCoupon(b);

/**
 * Changes the terms of a coupon; orders that have used it keep their discount. A change that changes nothing leaves no
 * trace.
 * @throws {ShopError} COUPON_NOT_FOUND, CHANGED_MEANWHILE, INVALID_REQUEST with the field.
 */
export const changeCoupon = async (
  connection: Queryable,
  code: string,
  { version, terms }: { readonly version: number; readonly terms: Partial<Omit<NewCoupon, 'code'>> },
  { actor, now }: By,
): Promise<void> => {
  const stored = await lockCoupon(connection, code);
  if (!stored) throw new ShopError('COUPON_NOT_FOUND');
  const { version: current, uses, ...before } = stored;
  if (current !== version) throw new ShopError('CHANGED_MEANWHILE');
  const after: NewCoupon = { ...before, ...terms };
  if (isSame(before, after)) return;
  await requireTerms(connection, after);
  if (after.endsAt?.getTime() !== before.endsAt?.getTime()) requireEndAhead(after, now);
  if (after.maxUses !== null && after.maxUses < uses)
    return refuseField('max_uses', `${uses} orders have used it: at least ${uses}. End it to take no more.`);
  await updateCoupon(connection, after);
  await insertAudit(
    connection,
    {
      actor,
      action: 'coupon.changed',
      subject: code,
      before: { terms: describeCoupon(before) },
      after: { terms: describeCoupon(after) },
    },
    now,
  );
};

/** Takes no more orders with a coupon. One that has ended stays as it is. @throws {ShopError} COUPON_NOT_FOUND. */
export const endCoupon = async (connection: Queryable, code: string, { actor, now }: By): Promise<void> => {
  const stored = await lockCoupon(connection, code);
  if (!stored) throw new ShopError('COUPON_NOT_FOUND');
  const { endsAt } = stored;
  if (endsAt && endsAt <= now) return;
  await updateCoupon(connection, { ...stored, endsAt: now });
  await insertAudit(
    connection,
    {
      actor,
      action: 'coupon.ended',
      subject: code,
      before: { ends_at: endsAt?.toISOString() ?? null },
      after: { ends_at: now.toISOString() },
    },
    now,
  );
};
