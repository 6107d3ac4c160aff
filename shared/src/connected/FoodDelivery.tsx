import { paths } from '@shop/shared/navigation';
import { selectPlace, useAppSelector } from '@shop/shared/state';
import { Link } from 'react-router-dom';
import { describeDelivery } from './describeDelivery';
import styles from './FoodDelivery.module.css';

/** When a van brings food to the visitor's place; asks for the place if it is not known (product.md 5.20). */
export function FoodDelivery({ onNavigate }: { readonly onNavigate?: () => void }) {
  const { postcode, delivery } = useAppSelector(selectPlace);
  if (postcode === '' || delivery === null)
    return (
      <Link className={styles.link} to={paths.delivery} onClick={onNavigate}>
        Enter your ZIP code to see delivery times
      </Link>
    );
  const { area, next } = delivery;
  return (
    <span>
      {area === null
        ? `We don’t deliver food to ${postcode} yet. `
        : `${next ? describeDelivery(next) : 'No free delivery time'}, ${postcode}. `}
      <Link
        className={styles.link}
        to={`${paths.delivery}?postcode=${encodeURIComponent(postcode)}`}
        onClick={onNavigate}
      >
        Change
      </Link>
    </span>
  );
}
