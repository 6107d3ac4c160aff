import { topProductToCard, type CardProduct } from '@shop/shared/connected/cardProduct';
import type { TopProduct } from '@shop/shared/contracts';
import { useMemo } from 'react';

/** The same cards as long as the products are the same: a carousel that moves draws none of them anew. */
export const useCards = (products: readonly TopProduct[] | undefined): readonly CardProduct[] | undefined =>
  useMemo(() => products?.map(topProductToCard), [products]);
