import type { BoughtProduct } from '@shop/contracts';
import { describePiecePrice, describeQuantity } from '@shop/contracts/describeMeasure';
import { Button } from '@shop/shared/design-system/Button';
import { Picture } from '@shop/shared/design-system/Picture';
import { paths } from '@shop/shared/navigation';
import { addToCart, toCartItem, useAppDispatch, useFormatPrice } from '@shop/shared/state';
import { Link } from 'react-router-dom';
import styles from './BuyAgainPage.module.css';

/** A product with its last variant and quantity, which its button adds. */
export function BoughtProductRow({ product: { name, image, times, line } }: { readonly product: BoughtProduct }) {
  const dispatch = useAppDispatch();
  const money = useFormatPrice();
  return (
    <li>
      <span className={styles.picture}>
        <Picture src={image} alt="" sizes="4.5rem" />
      </span>
      <span className={styles.text}>
        {line ? <Link to={paths.product(line.product_id)}>{line.name}</Link> : name}
        <span className={styles.muted}>Bought {times === 1 ? 'once' : `in ${times} orders`}</span>
        <span className={styles.muted}>
          {line
            ? `${describeQuantity(line.quantity, line.measure)} × ${describePiecePrice(line.unit_price, line.measure, money)}`
            : 'Not available right now'}
        </span>
      </span>
      {line && (
        <Button
          variant="card"
          size="sm"
          aria-label={`Add to cart: ${line.name}`}
          onClick={() => dispatch(addToCart(toCartItem(line)))}
        >
          Add to cart
        </Button>
      )}
    </li>
  );
}
