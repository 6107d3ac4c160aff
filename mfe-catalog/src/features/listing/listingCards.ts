import type { ProductPage } from '@shop/contracts';
import { formatCount } from '@shop/shared/format';

export const CARD_SIZES = '(min-width: 1024px) 22vw, (min-width: 768px) 31vw, 46vw';

export const countProducts = ({ total, totalRelation }: Pick<ProductPage, 'total' | 'totalRelation'>): string =>
  `${totalRelation === 'at-least' ? 'at least ' : ''}${formatCount(total)} ${total === 1 ? 'product' : 'products'}`;
