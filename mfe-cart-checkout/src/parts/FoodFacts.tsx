import { FoodDelivery } from '@shop/shared/connected/FoodDelivery';
import { fromCents, toCents } from '@shop/shared/format';
import { selectCartItems, selectPlace, useAppSelector, useFormatPrice } from '@shop/shared/state';
import { selectFood } from './foodSlice';
import styles from './FoodFacts.module.css';
import { sumFood } from './sumFood';

/** When a van brings the food of the cart, and what is missing of the least that it has to cost (product.md 6.16). */
export function FoodFacts({ onNavigate }: { readonly onNavigate?: () => void }) {
  const { food } = useAppSelector(selectFood);
  const { delivery } = useAppSelector(selectPlace);
  const items = useAppSelector(selectCartItems);
  const money = useFormatPrice();
  if (!food) return null;
  const cents = sumFood(items, food);
  // Until the place is known, the lowest of all.
  const minimum = delivery?.area?.minimum ?? food.minimum;
  const missing = fromCents(Math.max(0, toCents(minimum) - cents));
  return (
    <div className={styles.food}>
      <FoodDelivery {...(onNavigate && { onNavigate })} />
      {missing > 0 && (
        <label>
          <span>
            Food orders start at {money(minimum)}. Add {money(missing)} to check out.
          </span>
          <progress max={toCents(minimum)} value={cents} />
        </label>
      )}
    </div>
  );
}
