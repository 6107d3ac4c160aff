import { Truck } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { CurrencySelect } from './CurrencySelect';
import { StorefrontSwitcher } from './StorefrontSwitcher';
import styles from './UtilityBar.module.css';

export function UtilityBar() {
  const { utilityNote } = useAppSelector(selectStorefront);
  return (
    <div className={styles.bar}>
      <div className={styles.wrap}>
        <StorefrontSwitcher />
        <p className={styles.note}>
          <Icon icon={Truck} />
          {utilityNote}
        </p>
        <CurrencySelect />
      </div>
    </div>
  );
}
