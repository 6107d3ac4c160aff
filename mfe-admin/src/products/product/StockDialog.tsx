import { changeProductStock, STOCK_REASONS, type StaffProduct, type StockReason } from '@shop/contracts';
import type { ApiFailure, Result } from '@shop/shared/api-client';
import { createRandomId } from '@shop/shared/api-client/createRandomId';
import { useState } from 'react';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Choice, Field } from '../../parts/Field';
import { useCall } from '../../useApi';
import { REASONS } from './StockPanel';
import styles from './ProductPage.module.css';

interface StockDialogProps {
  readonly product: StaffProduct;
  readonly names: ReadonlyMap<string, string>;
  /** Null for a product without variants. */
  readonly variant: string | null;
  readonly onClose: () => void;
  readonly settle: (result: Result<{ readonly data: StaffProduct }>) => ApiFailure | undefined;
  readonly onChanged: () => void;
}

/** Pieces that came or went, or how many there are, with the reason. */
export function StockDialog({ product, names, variant, onClose, settle, onChanged }: StockDialogProps) {
  const [chosen, setChosen] = useState(variant);
  const [way, setWay] = useState<'change' | 'count'>('change');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState<StockReason>('received');
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  // Of this dialog, however often it is sent.
  const [key] = useState(createRandomId);
  const call = useCall();
  const pieces = product.stock.find(({ variant_id: id }) => id === chosen);
  const pattern = way === 'change' ? /^[+−-]?\d{1,8}$/ : /^\d{1,8}$/;
  const number = pattern.test(typed.trim()) ? Number(typed.trim().replace('−', '-')) : undefined;
  const left =
    pieces && number !== undefined ? (way === 'change' ? pieces.stock + number : number - pieces.held) : undefined;
  const submit = async (): Promise<void> => {
    if (busy) return;
    if (number === undefined || (way === 'change' && number === 0))
      return setErrors({ [way]: way === 'change' ? 'A number such as 18 or -1.' : 'How many there are, such as 24.' });
    setBusy(true);
    const failure = settle(
      await call(changeProductStock, {
        params: { id: product.id },
        body: { variant_id: chosen, [way]: number, reason, note: note.trim(), key },
      }),
    );
    setBusy(false);
    if (!failure) return onChanged();
    setErrors(Object.keys(failure.fields).length > 0 ? failure.fields : { [way]: failure.message });
  };
  return (
    <Dialog
      title="Change the stock"
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" busy={busy && 'Saving'}>
            Save
          </Button>
        </>
      }
    >
      {chosen !== null && (
        <Choice
          label="Variant"
          name="variant"
          value={chosen}
          error={errors['variant_id']}
          options={product.stock.flatMap(({ variant_id: id }) =>
            id === null ? [] : [{ value: id, label: names.get(id) ?? id }],
          )}
          onChange={setChosen}
        />
      )}
      <p className={styles.muted}>
        {pieces?.stock ?? 0} can be bought
        {pieces && pieces.held > 0 && `, ${pieces.held} more are held by unpaid orders`}.
      </p>
      <fieldset className={styles.ways}>
        <legend>How</legend>
        {(['change', 'count'] as const).map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="how"
              checked={way === each}
              onChange={() => {
                setWay(each);
                setErrors({});
                setReason(each === 'count' ? 'counted' : 'received');
              }}
            />
            {each === 'change' ? 'More or fewer' : 'Counted'}
          </label>
        ))}
      </fieldset>
      <Field
        label={way === 'change' ? 'Pieces, such as 18 or -1' : 'Pieces that there are, with those of unpaid orders'}
        name={way}
        autoComplete="off"
        autoFocus
        value={typed}
        error={errors[way]}
        hint={left === undefined || left < 0 ? undefined : `${left} can be bought then.`}
        onChange={({ target }) => {
          setTyped(target.value);
          setErrors({});
        }}
      />
      <Choice
        label="Reason"
        name="reason"
        value={reason}
        error={errors['reason']}
        options={STOCK_REASONS.map((each) => ({ value: each, label: REASONS[each] ?? each }))}
        onChange={(next) => setReason(STOCK_REASONS.find((each) => each === next) ?? 'other')}
      />
      <Field
        label="Note, optional"
        name="note"
        autoComplete="off"
        maxLength={200}
        value={note}
        error={errors['note']}
        onChange={({ target }) => setNote(target.value)}
      />
    </Dialog>
  );
}
