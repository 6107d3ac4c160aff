import { ParcelArrival } from '@shop/shared/connected/ParcelArrival';
import { selectCartItems, useAppSelector } from '@shop/shared/state';
import { selectFood } from './foodSlice';
import styles from './ParcelFacts.module.css';

/** When a carrier brings what a van does not (product.md 5.21). */
export function ParcelFacts() {
  const { food, isKnown } = useAppSelector(selectFood);
  const items = useAppSelector(selectCartItems);
  const sent = items.filter(({ productId }) => !food?.product_ids.includes(productId));
  if (!isKnown || sent.length === 0) return null;
  return (
    <p className={styles.parcel}>
      {food && 'By parcel: '}
      <ParcelArrival isEngraved={sent.some(({ choices }) => choices?.engraving)} />
    </p>
  );
}
