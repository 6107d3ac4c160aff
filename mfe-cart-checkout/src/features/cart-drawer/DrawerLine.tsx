import { Trash2 } from 'lucide-react';
import { MAX_QUANTITY } from '@shop/contracts/constants';
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
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { formatLine } from '../../parts/shownAmounts';
import { splitLineName } from '../../parts/splitLineName';
import styles from './CartDrawer.module.css';

interface DrawerLineProps {
  readonly item: CartItem;
  readonly onNavigate: () => void;
}

export const DrawerLine = memo(function DrawerLine({ item, onNavigate }: DrawerLineProps) {
  const { id, productId, name, image, category, price, quantity, available = MAX_QUANTITY, measure } = item;
  const { product, options } = splitLineName(item);
  const dispatch = useAppDispatch();
  const currency = useAppSelector(selectCurrency);
  const money = useFormatPrice();
  return (
    <li className={styles.line}>
      <span className={styles.picture}>
        <Picture src={image} alt="" sizes="88px" />
      </span>
      <span>
        <Link className={styles.name} to={paths.product(productId)} onClick={onNavigate}>
          {product}
        </Link>
        {options.map((option) => (
          <span key={option} className={styles.option}>
            {option}
          </span>
        ))}
        <span className={styles.category}>{category}</span>
        {measure && <span className={styles.category}>{describeUnitPrice(price, measure, money)}</span>}
      </span>
      <b className={styles.price}>{formatLine({ price, quantity }, currency)}</b>
      <span className={styles.foot}>
        <Quantity
          label={name}
          value={quantity}
          measure={measure}
          min={0}
          max={Math.min(available, MAX_QUANTITY)}
          onChange={(next) => dispatch(cartQuantityChanged({ id, quantity: next }))}
        />
        <IconButton label={`Remove ${name}`} onClick={() => dispatch(cartItemRemoved(id))}>
          <Icon icon={Trash2} />
        </IconButton>
      </span>
    </li>
  );
});
