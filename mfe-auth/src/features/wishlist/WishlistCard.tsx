import { X } from 'lucide-react';
import { createCartLine } from '@shop/shared/connected/createCartLine';
import { Badge } from '@shop/shared/design-system/Badge';
import { Button, ButtonLink } from '@shop/shared/design-system/Button';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconButton } from '@shop/shared/design-system/IconButton';
import { Picture } from '@shop/shared/design-system/Picture';
import { Price } from '@shop/shared/design-system/Price';
import { paths } from '@shop/shared/navigation';
import {
  addToCart,
  notifyWithUndo,
  useAppDispatch,
  useFormatPrice,
  wishlistItemAdded,
  wishlistItemRemoved,
  type WishlistItem,
} from '@shop/shared/state';
import { Link } from 'react-router-dom';
import styles from './WishlistCard.module.css';

/**
 * A product of the wishlist. Adding it to the cart or removing it takes it off the list; removing can be undone. What
 * is sold out leads to its page, which knows its stock of now.
 */
export function WishlistCard({ item }: { readonly item: WishlistItem }) {
  const { id, name, image, price, category, priceFrom, stock, measure } = item;
  const soldOut = stock !== undefined && stock <= 0;
  const pageLabel = priceFrom && !soldOut ? 'Select options' : 'View product';
  const dispatch = useAppDispatch();
  const money = useFormatPrice();

  const moveToCart = (): void => {
    const line = createCartLine({ ...item, categoryName: category });
    if (dispatch(addToCart(line, `${name} moved to your cart`))) dispatch(wishlistItemRemoved(id));
  };
  const remove = (): void => {
    dispatch(wishlistItemRemoved(id));
    dispatch(notifyWithUndo(`${name} removed from your wishlist`, wishlistItemAdded(item)));
  };

  return (
    <article className={styles.card}>
      <div className={styles.media}>
        <Picture src={image} alt="" sizes="(min-width: 1024px) 24vw, (min-width: 768px) 31vw, 46vw" />
        {soldOut && (
          <span className={styles.badge}>
            <Badge tone="off">Sold out</Badge>
          </span>
        )}
        <IconButton className={styles.remove} variant="line" label={`Remove ${name} from wishlist`} onClick={remove}>
          <Icon icon={X} />
        </IconButton>
      </div>
      <p className={styles.category}>{category}</p>
      <h2 className={styles.name}>
        <Link to={paths.product(id)}>{name}</Link>
      </h2>
      <Price price={price} priceFrom={priceFrom} format={money} measure={measure} />
      <div className={styles.action}>
        {priceFrom || soldOut ? (
          <ButtonLink variant="card" size="sm" block to={paths.product(id)} aria-label={`${pageLabel}: ${name}`}>
            {pageLabel}
          </ButtonLink>
        ) : (
          <Button variant="card" size="sm" block onClick={moveToCart} aria-label={`Move to cart: ${name}`}>
            Move to cart
          </Button>
        )}
      </div>
    </article>
  );
}
