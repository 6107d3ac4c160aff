import type { ProductDetail } from '@shop/contracts';
import { selectCartItems, selectStorefront, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useLocation, useSearchParams } from 'react-router-dom';
import { ringSizeChosen, selectProductState } from '../productSlice';
import { describeRingSize, findSize, readChart, toSize } from '../../../parts/ringSizes';

/** Query parameter of a product's page: millimeters. */
const SIZE_PARAM = 'size';

interface RingSizeChoice {
  readonly hasGuide: boolean;
  /** Id of the variant that the address names, or else of the size that was chosen before, if it is in stock. */
  readonly preselected: string | undefined;
  /** The size chosen before, if it is preselected. */
  readonly remembered: string | undefined;
  /** Keeps a chosen variant in the address and for the next ring. */
  readonly keep: (variantId: string) => void;
}

/** The size of a ring in the address, in this visit, and in the cart. */
export const useRingSize = ({ storeFeatures, variants, categoryName }: ProductDetail): RingSizeChoice => {
  const dispatch = useAppDispatch();
  const { features } = useAppSelector(selectStorefront);
  const [params, setParams] = useSearchParams();
  const state: unknown = useLocation().state;
  const { ringSize } = useAppSelector(selectProductState);
  const inCart = useAppSelector(selectCartItems).findLast(
    ({ category, variantId }) => category === categoryName && /^\d+-mm$/.test(variantId ?? ''),
  );

  const hasGuide = storeFeatures.sizeGuide !== undefined && features.includes('size-guide');
  if (!hasGuide) return { hasGuide, preselected: undefined, remembered: undefined, keep: () => undefined };
  const inAddress = findSize(variants, Number(params.get(SIZE_PARAM) ?? NaN));
  const size = ringSize ?? parseInt(inCart?.variantId ?? '', 10);
  const known = findSize(variants, size);
  const isRemembered = !inAddress && known !== undefined && known.stock > 0;
  return {
    hasGuide,
    preselected: inAddress?.id ?? (isRemembered ? known.id : undefined),
    remembered: isRemembered ? describeRingSize(size, readChart(storeFeatures)) : undefined,
    keep: (variantId) => {
      const variant = variants.find(({ id }) => id === variantId);
      const next = variant && toSize(variant);
      if (next === undefined) return;
      dispatch(ringSizeChosen(next));
      setParams(
        (present) => {
          present.set(SIZE_PARAM, String(next));
          return present;
        },
        { replace: true, preventScrollReset: true, state },
      );
    },
  };
};
