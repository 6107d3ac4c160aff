import { Truck } from 'lucide-react';
import { describeDelivery } from '@shop/shared/connected/describeDelivery';
import { Icon } from '@shop/shared/design-system/Icon';
import { paths } from '@shop/shared/navigation';
import { selectPlace, useAppSelector } from '@shop/shared/state';
import { Link } from 'react-router-dom';
import styles from './PlaceLink.module.css';

/** Where a van brings food and when; asks for it once (product.md 2.11). */
export function PlaceLink() {
  const { postcode, delivery } = useAppSelector(selectPlace);
  const next = delivery?.next;
  return (
    <Link
      className={styles.place}
      to={postcode === '' ? paths.delivery : `${paths.delivery}?postcode=${encodeURIComponent(postcode)}`}
    >
      <Icon icon={Truck} />
      <span>
        <small>{postcode === '' ? 'Delivery times' : `Deliver to ${postcode}`}</small>
        <span>
          {postcode === ''
            ? 'Enter your ZIP code'
            : next
              ? describeDelivery(next)
              : delivery && !delivery.area
                ? 'Not yet, sorry'
                : 'See times'}
        </span>
      </span>
    </Link>
  );
}
