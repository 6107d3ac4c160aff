import { listStaffProducts } from '@shop/contracts';
import { useEffect, useState } from 'react';
import { X } from 'lucide-react';
import type { FormPageState } from '../form/useFormPage';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { splitLines } from '../products/product/lines';
import { useCall } from '../useApi';
import { LABELS, type CouponField } from './couponTexts';
import styles from './CouponPage.module.css';

interface Found {
  readonly id: string;
  readonly name: string;
}

const SEARCH_AFTER_MS = 250;
const MAX_FOUND = 6;

/** Products that a coupon is for: found by name or SKU, and taken away again. */
export function ProductPicker({ form }: { readonly form: FormPageState<CouponField> }) {
  const call = useCall();
  const chosen = splitLines(form.values.products);
  const [q, setQ] = useState('');
  const [found, setFound] = useState<readonly Found[]>();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const { error } = form.field('products');

  useEffect(() => {
    if (q.trim() === '') return setFound(undefined);
    let isCurrent = true;
    const timer = setTimeout(() => {
      void call(listStaffProducts, { query: { view: 'all', q } }).then((result) => {
        if (isCurrent && result.ok) setFound(result.value.data.items.slice(0, MAX_FOUND));
      });
    }, SEARCH_AFTER_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [q, call]);

  const add = ({ id, name }: Found): void => {
    setNames(new Map([...names, [id, name]]));
    form.change('products', [...new Set([...chosen, id])].join('\n'));
    setQ('');
  };
  return (
    <div className={styles.values}>
      <Field
        label={`${LABELS.products}, optional`}
        name="products"
        type="search"
        autoComplete="off"
        maxLength={128}
        value={q}
        hint="Search by name or SKU, and add what it is for."
        error={error}
        onChange={({ target }) => setQ(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const [first] = found ?? [];
          if (first) add(first);
        }}
      />
      <p role="status" className={styles.hint}>
        {found?.length === 0 && 'No product is found.'}
      </p>
      {found && found.length > 0 && (
        <ul className={styles.found}>
          {found.map((product) => (
            <li key={product.id}>
              <Button tone="quiet" block onClick={() => add(product)}>
                Add {product.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label="Chosen products">
          {chosen.map((id) => (
            <li key={id}>
              {names.get(id) ?? id}
              <Button
                tone="quiet"
                icon={X}
                aria-label={`Take ${names.get(id) ?? id} away`}
                onClick={() => form.change('products', chosen.filter((one) => one !== id).join('\n'))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
