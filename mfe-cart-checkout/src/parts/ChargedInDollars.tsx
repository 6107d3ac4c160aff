import { formatMoney } from '@shop/shared/format';
import { selectCurrency, useAppSelector } from '@shop/shared/state';
import styles from './SummaryBox.module.css';

/** Shown if prices are displayed in another currency: the amount that will be charged. */
export function ChargedInDollars({ total }: { readonly total: number }) {
  const { code } = useAppSelector(selectCurrency);
  if (code === 'USD') return null;
  return <p className={styles.hint}>You are charged {formatMoney(total)} in US dollars.</p>;
}
