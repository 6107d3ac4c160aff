import type { Substitution } from '@shop/contracts';
import type { SoldLine } from '../cart/priceItems';
import { isFood } from './listFood';

/** Gives each line of food what its own item says, or else the order. Nothing else is substituted. */
export const chooseSubstitutions = (
  lines: readonly SoldLine[],
  ofOrder: Substitution = 'similar',
): readonly SoldLine[] =>
  lines.map(({ substitution, ...line }) => (isFood(line) ? { ...line, substitution: substitution ?? ofOrder } : line));
