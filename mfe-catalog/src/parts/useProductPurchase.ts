import type { Measure, ProductDetail, ProductVariant } from '@shop/shared/contracts';
import {
  addToCart,
  buildCartLineId,
  selectIsWished,
  selectStorefront,
  useAppDispatch,
  useAppSelector,
  wishlistItemAdded,
  wishlistItemRemoved,
} from '@shop/shared/state';
import { useRef, useState, type RefObject } from 'react';
import type { Chosen } from './Chosen';
import type { VariantChoiceProps } from './VariantChoice';

interface ProductPurchase {
  readonly variant: ProductVariant | undefined;
  readonly chosen: Chosen | undefined;
  readonly quantity: number;
  /** With what was chosen. */
  readonly unitPrice: number;
  readonly stock: number;
  /** How much a piece is, in a storefront that sells by weight. */
  readonly measure: Measure | null | undefined;
  readonly wished: boolean;
  /** Props of the product's VariantChoice. */
  readonly choice: VariantChoiceProps;
  readonly mainButton: RefObject<HTMLButtonElement | null>;
  readonly setChosen: (chosen: Chosen | undefined) => void;
  readonly setQuantity: (quantity: number) => void;
  /** Adds the selection; returns false and shows an error if a variant must be chosen first, or cannot be had so. */
  readonly addToCart: (options?: { readonly quiet: boolean }) => boolean;
  readonly toggleWish: () => void;
}

/** The selection on a product page and the actions for it. */
export const useProductPurchase = (product: ProductDetail, preselected?: string): ProductPurchase => {
  const dispatch = useAppDispatch();
  const [selected, setSelected] = useState<string>();
  const [isChoiceMissing, setIsChoiceMissing] = useState(false);
  const choice = useRef<HTMLFieldSetElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [quantity, setQuantity] = useState(1);
  const wished = useAppSelector(selectIsWished(product.id));
  const mainButton = useRef<HTMLButtonElement>(null);

  const variantId = selected ?? preselected;
  const variant = product.variants.find(({ id }) => id === variantId);
  const mustChoose = product.variants.length > 0 && !variant;
  const unitPrice = (variant?.price ?? product.price) + (chosen?.price ?? 0);
  const stock = variant?.stock ?? product.stock;
  const { features } = useAppSelector(selectStorefront);
  const sellsByWeight = features.includes('weight-options');
  const measure = sellsByWeight ? (variant ?? product).measure : null;
  const { id: productId, image, categoryName: category, rating, priceFrom } = product;
  const name = (variant ? `${product.name}, ${variant.name}` : product.name) + (chosen?.suffix ?? '');

  return {
    variant,
    chosen,
    quantity,
    unitPrice,
    stock,
    measure,
    wished,
    choice: {
      ref: choice,
      label: product.variantLabel,
      variants: sellsByWeight ? product.variants : product.variants.map((each) => ({ ...each, measure: null })),
      selected: variant?.id,
      isMissing: isChoiceMissing && mustChoose,
      onSelect: (id) => {
        setSelected(id);
        setQuantity(1);
      },
    },
    mainButton,
    setChosen,
    setQuantity,
    addToCart: ({ quiet } = { quiet: false }) => {
      if (mustChoose) {
        setIsChoiceMissing(true);
        choice.current?.querySelector<HTMLInputElement>('input:enabled')?.focus();
        return false;
      }
      if (chosen?.refuse) {
        chosen.refuse();
        return false;
      }
      const id = buildCartLineId(productId, variant?.id ?? null, chosen?.choices);
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
            ...(chosen && { choices: chosen.choices }),
            quantity,
            available: stock,
            measure,
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
