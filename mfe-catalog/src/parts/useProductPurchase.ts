import type { Measure, ProductDetail, ProductVariant } from '@shop/contracts';
import { createCartLine } from '@shop/shared/connected/createCartLine';
import { toWishlistItem } from '@shop/shared/connected/toWishlistItem';
import {
  addToCart,
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
  /** Props of the price: of one piece with what was chosen, or of the chosen weight. */
  readonly cost: { readonly price: number; readonly measure: Measure | null | undefined };
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

const withoutMeasures = (product: ProductDetail): ProductDetail => ({
  ...product,
  measure: null,
  variants: product.variants.map((variant) => ({ ...variant, measure: null })),
});

/** The selection on a product page and the actions for it. */
export const useProductPurchase = (shown: ProductDetail, preselected?: string): ProductPurchase => {
  const dispatch = useAppDispatch();
  const [selected, setSelected] = useState<string>();
  const [isChoiceMissing, setIsChoiceMissing] = useState(false);
  const choice = useRef<HTMLFieldSetElement>(null);
  const [chosen, setChosen] = useState<Chosen>();
  const [quantity, setQuantity] = useState(1);
  const wished = useAppSelector(selectIsWished(shown.id));
  const mainButton = useRef<HTMLButtonElement>(null);

  const { features } = useAppSelector(selectStorefront);
  const product = features.includes('weight-options') ? shown : withoutMeasures(shown);
  const variantId = selected ?? preselected;
  const variant = product.variants.find(({ id }) => id === variantId);
  const mustChoose = product.variants.length > 0 && !variant;
  const line = createCartLine(product, { variant, chosen, quantity });
  const { stock, measure } = variant ?? product;

  return {
    variant,
    chosen,
    quantity,
    cost: measure?.stepGrams
      ? { price: line.price * quantity, measure: { grams: measure.stepGrams * quantity } }
      : { price: line.price, measure },
    stock,
    measure,
    wished,
    choice: {
      ref: choice,
      label: product.variantLabel,
      variants: product.variants,
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
      dispatch(addToCart(line, quiet ? null : undefined));
      return true;
    },
    toggleWish: () => {
      dispatch(wished ? wishlistItemRemoved(product.id) : wishlistItemAdded(toWishlistItem(product)));
    },
  };
};
