import { useCallback } from 'react';
import { formatMoney } from '../format/money';
import { selectCurrency } from './currencySlice';
import { useAppSelector } from './hooks';

/** Returns a function that formats dollars in the display currency: "€294.40" for 320. */
export const useFormatPrice = (): ((dollars: number) => string) => {
  const { code, rate } = useAppSelector(selectCurrency);
  return useCallback((dollars) => formatMoney(dollars * rate, code), [code, rate]);
};
