import type { ProductDetail, ProductVariant } from '@shop/shared/contracts';
import {
  addToCart,
  buildCartLineId,
  selectIsWished,
  useAppDispatch,
  useAppSelector,
  wishlistItemAdded,
  wishlistItemRemoved,
} from '@shop/shared/state';
import { useRef, useState, type RefObject } from 'react';

interface ProductPurchase {
  readonly variant: ProductVariant | undefined;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly stock: number;
  readonly wished: boolean;
  /** The selected variant; required if the product has variants. */
  readonly mustChoose: boolean;
  readonly mainButton: RefObject<HTMLButtonElement | null>;
  readonly chooseVariant: (id: string) => void;
  readonly setQuantity: (quantity: number) => void;
  readonly addToCart: (options?: { readonly quiet: boolean }) => void;
  readonly toggleWish: () => void;
}

/** The selection on a product page and the actions for it. */
export const useProductPurchase = (product: ProductDetail): ProductPurchase => {
  const dispatch = useAppDispatch();
  const [variantId, setVariantId] = useState<string>();
  const [quantity, setQuantity] = useState(1);
  const wished = useAppSelector(selectIsWished(product.id));
  const mainButton = useRef<HTMLButtonElement>(null);

  const variant = product.variants.find(({ id }) => id === variantId);
  const unitPrice = variant?.price ?? product.price;
  const stock = variant?.stock ?? product.stock;
  const { id: productId, image, categoryName: category, rating, priceFrom } = product;
  const name = variant ? `${product.name}, ${variant.name}` : product.name;

  return {
    variant,
    quantity,
    unitPrice,
    stock,
    wished,
    mustChoose: product.variants.length > 0 && !variant,
    mainButton,
    chooseVariant: (id) => {
      setVariantId(id);
      setQuantity(1);
    },
    setQuantity,
    addToCart: ({ quiet } = { quiet: false }) => {
      const id = buildCartLineId(productId, variant?.id ?? null);
      dispatch(
        addToCart(
          {
            id,
            name,
            image,
            price: unitPrice,
            category,
            rating,
            productId,
            variantId: variant?.id ?? null,
            quantity,
            available: stock,
          },
          quiet ? null : undefined,
        ),
      );
    },
    toggleWish: () => {
      const item = { id: productId, name: product.name, image, price: product.price, category, rating, priceFrom };
      dispatch(wished ? wishlistItemRemoved(productId) : wishlistItemAdded(item));
    },
  };
};
