import { hasFeature } from '../catalog/hasFeature';
import type { SoldLine } from '../cart/priceItems';

/** Whether a van brings the line. */
export const isFood = ({ store }: Pick<SoldLine, 'store'>): boolean => hasFeature(store, 'delivery-slot');

export const listFood = (lines: readonly SoldLine[]): readonly SoldLine[] => lines.filter(isFood);
