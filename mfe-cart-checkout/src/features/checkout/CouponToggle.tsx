import { ChevronDown, ChevronUp, TicketPercent } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { selectCart, useAppSelector } from '@shop/shared/state';
import { useId, useState } from 'react';
import { CouponForm } from '../../parts/CouponForm';
import styles from './CouponToggle.module.css';

/** product.md 7.1: 'Have a coupon?' reveals the code field. */
export function CouponToggle() {
  const [open, setOpen] = useState(false);
  const { coupon } = useAppSelector(selectCart);
  const id = useId();
  if (coupon) return null;
  return (
    <div>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon icon={TicketPercent} />
        Have a coupon?
        <Icon icon={open ? ChevronUp : ChevronDown} />
      </button>
      <div id={id} className={styles.form} hidden={!open}>
        {open && <CouponForm buttonText="Apply coupon" />}
      </div>
    </div>
  );
}
