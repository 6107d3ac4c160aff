import { selectCart, selectCartDiscount, selectCurrency, useAppSelector } from '@shop/shared/state';
import { convertTotals } from '../../parts/shownAmounts';
import { selectCheckout } from './checkoutSlice';

/** Returns what the order costs, in the shown currency. */
export const useShownTotals = (): ReturnType<typeof convertTotals> => {
  const { items } = useAppSelector(selectCart);
  const { fixedLines } = useAppSelector(selectCheckout);
  const discount = useAppSelector(selectCartDiscount);
  return convertTotals(fixedLines ?? items, fixedLines ? 0 : discount, useAppSelector(selectCurrency));
};
