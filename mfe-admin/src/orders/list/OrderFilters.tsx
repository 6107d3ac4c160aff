import { SlidersHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../parts/Button';
import { Choice, Field } from '../../parts/Field';
import { useStoreOptions } from '../../parts/useStores';
import { useTyped } from '../../list/useTyped';
import styles from './OrderFilters.module.css';

/** Parameters of the address, as the API calls them. */
export const FILTERS = ['q', 'status', 'payment', 'store', 'from', 'to', 'product', 'slot'] as const;

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'on-hold', label: 'Waits for a transfer' },
  { value: 'pending-payment', label: 'Waits for payment' },
  { value: 'processing', label: 'In preparation' },
  { value: 'shipped', label: 'Sent' },
  { value: 'canceled', label: 'Canceled' },
];
const PAYMENTS = [
  { value: '', label: 'All' },
  { value: 'bank', label: 'Direct bank transfer' },
  { value: 'global', label: 'Global payment' },
  { value: 'cash', label: 'Cash on delivery' },
];
/** Fewer letters find nothing. */
const MIN_SEARCH = 2;
const isSearch = (text: string): boolean => text === '' || text.length >= MIN_SEARCH;

interface OrderFiltersProps {
  readonly read: (name: string) => string;
  readonly onChange: (changes: Readonly<Record<string, string>>, options?: { readonly replace?: boolean }) => void;
  /** What the API says about a field. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The search and the filters of the orders; on phones, the filters open by a button. */
export function OrderFilters({ read, onChange, errors }: OrderFiltersProps) {
  const [isOpen, setIsOpen] = useState(false);
  const stores = useStoreOptions('All');
  const [q, typeQ] = useTyped(read('q'), (next) => onChange({ q: next }, { replace: true }), isSearch);
  const [from, typeFrom] = useTyped(read('from'), (next) => onChange({ from: next }, { replace: true }));
  const [to, typeTo] = useTyped(read('to'), (next) => onChange({ to: next }, { replace: true }));
  const choose = (name: string, label: string, options: ReturnType<typeof useStoreOptions>) => (
    <Choice
      label={label}
      name={name}
      value={read(name)}
      options={options}
      error={errors[name]}
      onChange={(next) => onChange({ [name]: next })}
    />
  );
  return (
    <div className={styles.filters} role="search" aria-label="Orders" data-open={isOpen || undefined}>
      <div className={styles.search}>
        <Field
          label="Number, email or name"
          name="q"
          type="search"
          autoComplete="off"
          maxLength={128}
          value={q}
          error={errors['q']}
          onChange={({ target }) => typeQ(target.value)}
        />
        <div className={styles.toggle}>
          <Button icon={SlidersHorizontal} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            Filters
          </Button>
        </div>
      </div>
      <div className={styles.fields}>
        {choose('status', 'Status', STATUSES)}
        {choose('payment', 'Payment', PAYMENTS)}
        {choose('store', 'Storefront', stores)}
        <Field
          label="From"
          name="from"
          type="date"
          value={from}
          error={errors['from']}
          onChange={({ target }) => typeFrom(target.value)}
        />
        <Field
          label="To"
          name="to"
          type="date"
          value={to}
          error={errors['to']}
          onChange={({ target }) => typeTo(target.value)}
        />
      </div>
      {(['product', 'slot'] as const).map(
        (name) =>
          read(name) !== '' && (
            <Button
              key={name}
              icon={X}
              aria-label={`Remove the filter ${name} ${read(name)}`}
              onClick={() => onChange({ [name]: '' })}
            >
              {name === 'slot' ? 'Delivery slot' : 'Product'} {read(name)}
            </Button>
          ),
      )}
      {(['product', 'slot'] as const).map(
        (name) =>
          errors[name] !== undefined && (
            <p key={name} role="alert" className={styles.error}>
              {name === 'slot' ? 'Delivery slot' : 'Product'}: {errors[name]}
            </p>
          ),
      )}
    </div>
  );
}
