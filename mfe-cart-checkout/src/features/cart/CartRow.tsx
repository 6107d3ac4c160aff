import { X } from 'lucide-react';
import { MAX_QUANTITY } from '@shop/contracts/constants';
import { describePiecePrice, describeQuantity } from '@shop/contracts/describeMeasure';
import { describeUnitPrice } from '@shop/contracts/describeUnitPrice';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconButton } from '@shop/shared/design-system/IconButton';
import { Picture } from '@shop/shared/design-system/Picture';
import { Quantity } from '@shop/shared/design-system/Quantity';
import { paths } from '@shop/shared/navigation';
import {
  cartItemRemoved,
  cartQuantityChanged,
  selectCurrency,
  useAppDispatch,
  useAppSelector,
  useFormatPrice,
  type CartItem,
} from '@shop/shared/state';
import { Link } from 'react-router-dom';
import { formatLine } from '../../parts/shownAmounts';
import { splitLineName } from '../../parts/splitLineName';
import styles from './CartTable.module.css';

/** product.md 6.1: minus at 1 removes the line, as a quantity of 0 does. */
export function CartRow({ item }: { readonly item: CartItem }) {
  const { id, productId, name, image, category, price, quantity, available = MAX_QUANTITY, measure } = item;
  const { product, options } = splitLineName(item);
  const dispatch = useAppDispatch();
  const currency = useAppSelector(selectCurrency);
  const money = useFormatPrice();
  return (
    <tr className={styles.row} role="row">
      <td role="cell" className={styles.product}>
        <div className={styles.item}>
          <span className={styles.picture}>
            <Picture src={image} alt="" sizes="88px" />
          </span>
          <span>
            <Link className={styles.name} to={paths.product(productId)}>
              {product}
            </Link>
            {options.map((option) => (
              <span key={option} className={styles.option}>
                {option}
              </span>
            ))}
            <span className={styles.category}>{category}</span>
            {measure && <span className={styles.category}>{describeUnitPrice(price, measure, money)}</span>}
            {quantity >= available && (
              <span className={styles.category}>All {describeQuantity(available, measure)} in stock</span>
            )}
          </span>
        </div>
      </td>
      <td role="cell" className={styles.price}>
        {describePiecePrice(price, measure, money)}
      </td>
      <td role="cell" className={styles.quantity}>
        <Quantity
          label={name}
          value={quantity}
          measure={measure}
          min={0}
          max={Math.min(available, MAX_QUANTITY)}
          onChange={(next) => dispatch(cartQuantityChanged({ id, quantity: next }))}
        />
      </td>
      <td role="cell" className={styles.subtotal}>
        {formatLine({ price, quantity }, currency)}
      </td>
      <td role="cell" className={styles.remove}>
        <IconButton label={`Remove ${name}`} onClick={() => dispatch(cartItemRemoved(id))}>
          <Icon icon={X} />
        </IconButton>
      </td>
    </tr>
  );
}
