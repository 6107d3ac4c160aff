import { X } from 'lucide-react';
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

/** A product of the wishlist. Adding it to the cart or removing it takes it off the list; removing can be undone. */
export function WishlistCard({ item }: { readonly item: WishlistItem }) {
  const { id, name, image, price, category, rating, priceFrom } = item;
  const dispatch = useAppDispatch();
  const money = useFormatPrice();

  const moveToCart = (): void => {
    const item = { id, name, image, price, category, rating, productId: id, variantId: null };
    if (dispatch(addToCart(item, `${name} moved to your cart`))) dispatch(wishlistItemRemoved(id));
  };
  const remove = (): void => {
    dispatch(wishlistItemRemoved(id));
    dispatch(notifyWithUndo(`${name} removed from your wishlist`, wishlistItemAdded(item)));
  };

  return (
    <article className={styles.card}>
      <div className={styles.media}>
        <Picture src={image} alt="" sizes="(min-width: 1024px) 24vw, (min-width: 768px) 31vw, 46vw" />
        <IconButton className={styles.remove} variant="line" label={`Remove ${name} from wishlist`} onClick={remove}>
          <Icon icon={X} />
        </IconButton>
      </div>
      <p className={styles.category}>{category}</p>
      <h2 className={styles.name}>
        <Link to={paths.product(id)}>{name}</Link>
      </h2>
      <Price price={price} priceFrom={priceFrom} format={money} />
      <div className={styles.action}>
        {priceFrom ? (
          <ButtonLink variant="card" size="sm" block to={paths.product(id)} aria-label={`Select options: ${name}`}>
            Select options
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
