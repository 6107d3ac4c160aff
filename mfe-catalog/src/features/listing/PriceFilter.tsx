import type { Facets } from '@shop/contracts';
import { cleanCode } from '@shop/contracts/cleanPasted';
import { Button } from '@shop/shared/design-system/Button';
import { Field } from '@shop/shared/design-system/Field';
import { getCurrencySymbol } from '@shop/shared/format';
import { selectCurrency, useAppSelector } from '@shop/shared/state';
import { useState, type FormEvent } from 'react';
import { readPrice, withFilter } from './listingQuery';
import styles from './PriceFilter.module.css';

interface PriceFilterProps {
  readonly params: URLSearchParams;
  /** What goods cost, in dollars. */
  readonly range: Facets['price'];
  readonly onChange: (next: URLSearchParams) => void;
}

/** Keeps digits and one decimal point. */
const onlyNumber = (text: string): string => /^\d*\.?\d{0,2}/.exec(cleanCode(text).replace(/[^\d.]/g, ''))?.[0] ?? '';
const tidy = (text: string): string => (text === '' || text === '.' ? '' : String(Number(text)));

type Limit = 'minPrice' | 'maxPrice';

const inCents = (amount: number): string => String(Math.round(amount * 100) / 100);

/**
 * Two number fields in the displayed currency; the query string has dollars. A minimum above the maximum is swapped.
 */
export function PriceFilter({ params, range, onChange }: PriceFilterProps) {
  const { code, rate } = useAppSelector(selectCurrency);
  const shown = (limit: Limit): string => {
    const dollars = readPrice(params, limit);
    return dollars === null ? '' : inCents(dollars * rate);
  };
  const [min, setMin] = useState(shown('minPrice'));
  const [max, setMax] = useState(shown('maxPrice'));

  const toDollars = (limit: Limit, text: string): string => {
    // Keep an untouched value: converting dollars to euros and back may change it.
    if (text === shown(limit)) return params.get(limit) ?? '';
    const amount = tidy(text);
    return amount === '' || rate === 1 ? amount : inCents(Number(amount) / rate);
  };
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    const from = toDollars('minPrice', min);
    const to = toDollars('maxPrice', max);
    const [low, high] = from !== '' && to !== '' && Number(from) > Number(to) ? [to, from] : [from, to];
    onChange(withFilter(withFilter(params, 'minPrice', low), 'maxPrice', high));
  };

  const sign = getCurrencySymbol(code);
  return (
    <form method="get" className={styles.price} onSubmit={apply}>
      <Field
        label={`Minimum, ${sign}`}
        inputMode="decimal"
        placeholder={String(Math.floor(range.min * rate))}
        value={min}
        onChange={(event) => setMin(onlyNumber(event.target.value))}
      />
      <Field
        label={`Maximum, ${sign}`}
        inputMode="decimal"
        placeholder={String(Math.ceil(range.max * rate))}
        value={max}
        onChange={(event) => setMax(onlyNumber(event.target.value))}
      />
      <Button type="submit" variant="secondary" size="sm" className={styles.apply}>
        Apply price
      </Button>
    </form>
  );
}
