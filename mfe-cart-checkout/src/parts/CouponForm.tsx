import { Button } from '@shop/shared/design-system/Button';
import { Field } from '@shop/shared/design-system/Field';
import { cleanCode } from '@shop/contracts/cleanPasted';
import { COUPON_CODE_MAX_LENGTH } from '@shop/contracts/constants';
import { notify, useAppDispatch } from '@shop/shared/state';
import { useState, type FormEvent } from 'react';
import { couponApplied } from './coupons';
import styles from './CouponForm.module.css';

interface CouponFormProps {
  /** 'Apply' in the cart, 'Apply coupon' in the checkout (product.md 6.4 and 7.1). */
  readonly buttonText: string;
}

const WRITTEN_WRONG = /[^A-Za-z0-9_-]/;

/** Coupon field and button, with the error by the field. Not a form element: in the checkout it is inside one. */
export function CouponForm({ buttonText }: CouponFormProps) {
  const dispatch = useAppDispatch();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [applying, setApplying] = useState(false);

  const apply = async (): Promise<void> => {
    const text = cleanCode(code);
    if (applying) return;
    if (text === '') return setError('Enter a coupon code.');
    if (WRITTEN_WRONG.test(text)) return setError('This coupon is not valid.');
    setApplying(true);
    setError(undefined);
    const applied = await dispatch(couponApplied(text));
    setApplying(false);
    if (couponApplied.rejected.match(applied)) return setError(applied.payload ?? 'Failed to apply the coupon');
    if (!applied.payload) return undefined;
    dispatch(notify(`Coupon ${applied.payload} is applied.`));
    return setCode('');
  };

  return (
    <div
      className={styles.coupon}
      role="group"
      aria-label="Coupon"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault(); // Do not submit the surrounding checkout form.
        void apply();
      }}
    >
      <Field
        label="Coupon code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={COUPON_CODE_MAX_LENGTH}
        value={code}
        error={error}
        onChange={(event: FormEvent<HTMLInputElement>) => {
          setCode(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Button variant="secondary" size="md" busyText={applying ? 'Applying' : undefined} onClick={() => void apply()}>
        {buttonText}
      </Button>
    </div>
  );
}
