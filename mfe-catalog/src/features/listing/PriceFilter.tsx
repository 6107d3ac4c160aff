import { Button } from '@shop/shared/design-system/Button';
import { Field } from '@shop/shared/design-system/Field';
import { useState, type FormEvent } from 'react';
import { readPrice, withFilter } from './listingQuery';
import styles from './PriceFilter.module.css';

interface PriceFilterProps {
  readonly params: URLSearchParams;
  readonly span: { readonly min: number; readonly max: number };
  readonly onChange: (next: URLSearchParams) => void;
}

/** Digits and one point: letters never get in. */
const onlyNumber = (text: string): string => text.replace(/[^\d.]/g, '').replace(/^(\d*\.?\d{0,2}).*$/, '$1');
const tidy = (text: string): string => (text === '' || text === '.' ? '' : String(Number(text)));

/** Two number fields; a minimum above the maximum is understood as meant the other way round. */
export function PriceFilter({ params, span, onChange }: PriceFilterProps) {
  const [min, setMin] = useState(String(readPrice(params, 'minPrice') ?? ''));
  const [max, setMax] = useState(String(readPrice(params, 'maxPrice') ?? ''));

  const apply = (event: FormEvent): void => {
    event.preventDefault();
    const [low, high] = min !== '' && max !== '' && Number(min) > Number(max) ? [tidy(max), tidy(min)] : [tidy(min), tidy(max)];
    onChange(withFilter(withFilter(params, 'minPrice', low), 'maxPrice', high));
  };

  return (
    <form className={styles.price} onSubmit={apply}>
      <Field label="Minimum" inputMode="decimal" placeholder={String(Math.floor(span.min))} value={min} onChange={(event) => setMin(onlyNumber(event.target.value))} />
      <Field label="Maximum" inputMode="decimal" placeholder={String(Math.ceil(span.max))} value={max} onChange={(event) => setMax(onlyNumber(event.target.value))} />
      <Button type="submit" variant="secondary" size="sm" className={styles.apply}>
        Apply price
      </Button>
    </form>
  );
}
