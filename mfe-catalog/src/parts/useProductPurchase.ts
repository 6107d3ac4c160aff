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
import type { VariantChoiceProps } from './VariantChoice';

interface ProductPurchase {
  readonly variant: ProductVariant | undefined;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly stock: number;
  readonly wished: boolean;
  /** Props of the product's VariantChoice. */
  readonly choice: VariantChoiceProps;
  readonly mainButton: RefObject<HTMLButtonElement | null>;
  readonly setQuantity: (quantity: number) => void;
  /** Adds the selection; returns false and shows an error if a variant must be chosen first. */
  readonly addToCart: (options?: { readonly quiet: boolean }) => boolean;
  readonly toggleWish: () => void;
}

/** The selection on a product page and the actions for it. */
export const useProductPurchase = (product: ProductDetail): ProductPurchase => {
  const dispatch = useAppDispatch();
  const [variantId, setVariantId] = useState<string>();
  const [isChoiceMissing, setIsChoiceMissing] = useState(false);
  const choice = useRef<HTMLFieldSetElement>(null);
  const [quantity, setQuantity] = useState(1);
  const wished = useAppSelector(selectIsWished(product.id));
  const mainButton = useRef<HTMLButtonElement>(null);

  const variant = product.variants.find(({ id }) => id === variantId);
  const mustChoose = product.variants.length > 0 && !variant;
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
    choice: {
      ref: choice,
      label: product.variantLabel,
      variants: product.variants,
      selected: variant?.id,
      isMissing: isChoiceMissing && mustChoose,
      onSelect: (id) => {
        setVariantId(id);
        setQuantity(1);
      },
    },
    mainButton,
    setQuantity,
    addToCart: ({ quiet } = { quiet: false }) => {
      if (mustChoose) {
        setIsChoiceMissing(true);
        choice.current?.querySelector<HTMLInputElement>('input:enabled')?.focus();
        return false;
      }
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
      return true;
    },
    toggleWish: () => {
      const item = { id: productId, name: product.name, image, price: product.price, category, rating, priceFrom };
      dispatch(wished ? wishlistItemRemoved(productId) : wishlistItemAdded(item));
    },
  };
};
