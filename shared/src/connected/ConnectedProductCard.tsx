import {
  addToCart,
  quickViewOpened,
  selectCartCount,
  selectIsWished,
  selectStorefront,
  useAppDispatch,
  useAppSelector,
  useFormatPrice,
  wishlistItemAdded,
  wishlistItemRemoved,
} from '@shop/shared/state';
import { memo, useEffect, useState } from 'react';
import { ProductCard } from '../design-system/ProductCard/ProductCard';
import { scaleSizes } from '../design-system/Picture/getPictureSources';
import type { CardProduct } from './cardProduct';
import { createCartLine } from './createCartLine';
import { toWishlistItem } from './toWishlistItem';
import { useOnDemand } from '../remote/useOnDemand';

interface ConnectedProductCardProps {
  readonly product: CardProduct;
  /** `sizes` of the card's box. */
  readonly sizes: string;
  readonly headingLevel?: 2 | 3;
  readonly priority?: boolean;
}

const loadStepper = async () => (await import(/* webpackChunkName: "card-stepper" */ './CardStepper')).CardStepper;
const keepButton = (): void => undefined;

const ADDED_DURATION_MS = 1_500;

/**
 * Product card connected to cart and wishlist, the same in every bundle. Where the storefront wants it, it shows the
 * quantity of what the cart has; few visitors have a cart.
 */
export const ConnectedProductCard = memo(function ConnectedProductCard({
  product,
  sizes,
  ...card
}: ConnectedProductCardProps) {
  const { id } = product;
  const dispatch = useAppDispatch();
  const formatPrice = useFormatPrice();
  const { pictureScale, cardStepper = false } = useAppSelector(selectStorefront);
  const hasLines = useAppSelector((state) => selectCartCount(state) > 0);
  const Stepper = useOnDemand(cardStepper && hasLines, loadStepper, keepButton);
  const isWished = useAppSelector(selectIsWished(id));
  /** Number of clicks while "Added" is shown; 0 otherwise. */
  const [added, setAdded] = useState(0);

  useEffect(() => {
    if (added === 0) return undefined;
    const timer = setTimeout(() => setAdded(0), ADDED_DURATION_MS);
    return () => clearTimeout(timer);
  }, [added]);

  const add = (): void => {
    if (dispatch(addToCart(createCartLine(product)))) setAdded((times) => times + 1);
  };
  const toggleWish = (): void => {
    dispatch(isWished ? wishlistItemRemoved(id) : wishlistItemAdded(toWishlistItem(product)));
  };

  return (
    <ProductCard
      {...card}
      Stepper={Stepper}
      product={product}
      sizes={scaleSizes(sizes, pictureScale)}
      formatPrice={formatPrice}
      wished={isWished}
      justAdded={added > 0}
      onAdd={add}
      onWishToggle={toggleWish}
      onQuickView={() => dispatch(quickViewOpened(id))}
    />
  );
});
