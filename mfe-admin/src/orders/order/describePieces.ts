import { describeQuantity, type OrderLine } from '@shop/contracts';
import { formatMoney } from '@shop/shared/format';

export const formatCents = (cents: number): string => formatMoney(cents / 100);

/** "1 line", "2 lines". */
export const countLines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);

/** "2 × Pearl Drop Earrings", "750 g of Carrots". */
export const describePieces = (
  lines: readonly Pick<OrderLine, 'name' | 'measure'>[],
  pieces: readonly { readonly position: number; readonly quantity: number }[],
): string =>
  pieces
    .flatMap(({ position, quantity }) => {
      const line = lines[position];
      if (!line) return [];
      return `${describeQuantity(quantity, line.measure)} ${line.measure?.stepGrams ? 'of' : '×'} ${line.name}`;
    })
    .join(', ');
