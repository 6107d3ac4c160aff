import {
  addToCart,
  quickViewOpened,
  selectIsWished,
  selectStorefront,
  useAppDispatch,
  useAppSelector,
  useFormatPrice,
  wishlistItemAdded,
  wishlistItemRemoved,
} from '@shop/shared/state';
import { memo, useEffect, useState, type ComponentProps } from 'react';
import { ProductCard } from '../design-system/ProductCard/ProductCard';
import { scaleSizes } from '../design-system/Picture/getPictureSources';
import type { CardProduct } from './cardProduct';

interface ConnectedProductCardProps {
  readonly product: CardProduct;
  /** `sizes` of the card's box. */
  readonly sizes: string;
  readonly headingLevel?: 2 | 3;
  readonly priority?: boolean;
  readonly Stepper?: ComponentProps<typeof ProductCard>['Stepper'];
}

const ADDED_DURATION_MS = 1_500;

/** Product card connected to cart and wishlist, the same in every bundle. */
export const ConnectedProductCard = memo(function ConnectedProductCard({
  product,
  sizes,
  ...card
}: ConnectedProductCardProps) {
  const { id, name, image, price, categoryName: category, rating, priceFrom, stock, measure } = product;
  const dispatch = useAppDispatch();
  const formatPrice = useFormatPrice();
  const { pictureScale } = useAppSelector(selectStorefront);
  const isWished = useAppSelector(selectIsWished(id));
  /** Number of clicks while "Added" is shown; 0 otherwise. */
  const [added, setAdded] = useState(0);

  useEffect(() => {
    if (added === 0) return undefined;
    const timer = setTimeout(() => setAdded(0), ADDED_DURATION_MS);
    return () => clearTimeout(timer);
  }, [added]);

  const add = (): void => {
    if (
      dispatch(
        addToCart({
          id,
          name,
          image,
          price,
          category,
          rating,
          productId: id,
          variantId: null,
          available: stock,
          measure,
        }),
      )
    )
      setAdded((times) => times + 1);
  };
  const toggleWish = (): void => {
    dispatch(
      isWished ? wishlistItemRemoved(id) : wishlistItemAdded({ id, name, image, price, category, rating, priceFrom }),
    );
  };

  return (
    <ProductCard
      {...card}
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
