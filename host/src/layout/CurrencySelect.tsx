import { ChevronDown } from 'lucide-react';
import { CURRENCIES } from '@shop/contracts/constants';
import { Icon } from '@shop/shared/design-system/Icon';
import {
  currencyChosen,
  isShownCurrency,
  notify,
  selectCurrency,
  useAppDispatch,
  useAppSelector,
} from '@shop/shared/state';
import styles from './CurrencySelect.module.css';

/** Selects the display currency. Orders are charged in US dollars, as the checkout says. */
export function CurrencySelect() {
  const { code } = useAppSelector(selectCurrency);
  const dispatch = useAppDispatch();

  const choose = async (value: string): Promise<void> => {
    if (!isShownCurrency(value)) return;
    const chosen = await dispatch(currencyChosen(value));
    dispatch(
      currencyChosen.fulfilled.match(chosen)
        ? notify(`Prices are shown in ${value}`)
        : notify(chosen.payload ?? 'Prices cannot be shown in another currency right now.', 'alert'),
    );
  };

  return (
    <span className={styles.currency}>
      <select aria-label="Currency" value={code} onChange={(event) => void choose(event.target.value)}>
        {CURRENCIES.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </select>
      <Icon icon={ChevronDown} />
    </span>
  );
}
