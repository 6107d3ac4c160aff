import { changeInTransaction } from '../src/database/changeInTransaction';
import { ShopError } from '../src/http/ShopError';
import { addCoupon as add } from '../src/modules/coupons/changeCoupons';
import type { NewCoupon } from '../src/modules/coupons/couponsRepository';
import { describeCoupon } from '../src/modules/coupons/describeCoupon';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';

const toOperatorError = (error: unknown): unknown =>
  error instanceof ShopError
    ? new OperatorError('refused', Object.values(error.details.fields ?? {}).join(' '))
    : error;

/** `coupons add CODE`: adds a coupon. An existing one is not changed. */
export const addCoupon = async (
  context: OperatorContext,
  coupon: NewCoupon,
  { dryRun }: { readonly dryRun: boolean },
): Promise<void> => {
  const { clock, actor, print } = context;
  const { code } = coupon;
  const isAdded = await changeInTransaction(context, dryRun, (connection) =>
    add(connection, coupon, { actor, now: clock.now() }),
  ).catch((error: unknown) => {
    throw toOperatorError(error);
  });
  if (!isAdded) throw new OperatorError('conflict', `There is a coupon ${code} already: it was not changed.`);
  print(
    dryRun
      ? `Dry run, nothing is written: ${code} would be ${describeCoupon(coupon)}.`
      : `The coupon ${code} was added: ${describeCoupon(coupon)}.`,
  );
};
