import { topProductToCard, type CardProduct } from '@shop/shared/connected/cardProduct';
import type { TopProduct } from '@shop/contracts';
import { useMemo } from 'react';

/** Memoized cards: moving the carousel does not render them again. */
export const useCards = (products: readonly TopProduct[] | undefined): readonly CardProduct[] | undefined =>
  useMemo(() => products?.map(topProductToCard), [products]);
