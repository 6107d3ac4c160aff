import type { Figures, FigureSums } from '@shop/contracts';
import { VisuallyHidden } from '@shop/shared/design-system/VisuallyHidden';
import { formatCount, formatMoney } from '@shop/shared/format';
import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import { compareFigures } from './figureTexts';
import styles from './KeyFigures.module.css';

const FIGURES: readonly {
  readonly name: string;
  readonly field: keyof FigureSums;
  readonly format: (amount: number) => string;
}[] = [
  { name: 'Revenue', field: 'revenue', format: formatMoney },
  { name: 'Orders', field: 'orders', format: formatCount },
  { name: 'Average order', field: 'average', format: formatMoney },
];
const WAYS = {
  up: { icon: ArrowUp, word: 'up' },
  down: { icon: ArrowDown, word: 'down' },
  same: { icon: Minus, word: 'unchanged' },
} as const;

/** Sums of the period, each beside the time before. */
export function KeyFigures({ sums, before, days }: Pick<Figures, 'sums' | 'before' | 'days'>) {
  return (
    <dl className={styles.figures}>
      {FIGURES.map(({ name, field, format }) => {
        const { direction, text } = compareFigures(sums[field], before[field]);
        const { icon: Icon, word } = WAYS[direction];
        return (
          <div key={field}>
            <dt>{name}</dt>
            <dd>
              <b>{format(sums[field])}</b>
              <span className={styles.change} data-direction={direction} title={`Before: ${format(before[field])}`}>
                <Icon aria-hidden />
                <VisuallyHidden>{word} </VisuallyHidden>
                {text}
                <VisuallyHidden> against the {days.length} days before</VisuallyHidden>
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
