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
import { describeRingSize, listRingSizes, readChart } from './ringSizes';
import type { VariantChoiceProps } from './VariantChoice';

interface ProductPurchase {
  readonly variant: ProductVariant | undefined;
  readonly chosen: Chosen | undefined;
  readonly quantity: number;
  /** Props of the price: of one piece with what was chosen, or of the chosen weight. */
  readonly cost: {
    readonly price: number;
    readonly measure: Measure | null | undefined;
    readonly originalPrice: number | null;
    readonly offer: number;
    readonly priceFrom: boolean;
  };
  /** What the status beside the button says. */
  readonly availability: string;
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
  // The stepper shows a weight: it is what is sold loose that is bought.
  const loose = product.measure?.stepGrams
    ? product.variants.find((variant) => variant.measure?.stepGrams && variant.stock > 0)
    : undefined;
  const variantId = selected ?? preselected ?? loose?.id;
  const variant = product.variants.find(({ id }) => id === variantId);
  const mustChoose = product.variants.length > 0 && !variant;
  const line = createCartLine(product, { variant, chosen, quantity });
  const { stock, measure } = variant ?? product;
  const steps = measure?.stepGrams ? quantity : 1;
  const isOffer = (variant ?? product).price === product.price;
  const isOnePrice = new Set(product.variants.map(({ price }) => price)).size < 2;
  const { sizeGuide, ringSize } = product.storeFeatures;
  const chart = sizeGuide && features.includes('size-guide') ? readChart(product.storeFeatures) : undefined;
  const oneSize = chart && ringSize ? `. One size: ${describeRingSize(ringSize, chart)}` : '';

  return {
    variant,
    chosen,
    quantity,
    cost: {
      price: line.price * steps,
      measure: measure?.stepGrams ? { grams: measure.stepGrams * steps } : measure,
      // The offer is of the product's price, which is that of its cheapest variant.
      originalPrice: isOffer && product.originalPrice !== null ? product.originalPrice * steps : null,
      offer: isOffer ? product.offer : 0,
      priceFrom: product.priceFrom && !variant && !isOnePrice,
    },
    availability: (stock > 0 ? 'In stock' : 'Sold out') + oneSize,
    stock,
    measure,
    wished,
    choice: {
      ref: choice,
      label: product.variantLabel,
      variants: product.variants,
      ringSizes: chart && listRingSizes(product.variants, chart),
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
