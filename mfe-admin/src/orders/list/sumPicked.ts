import type { StaffLine, StaffOrder } from '@shop/contracts';
import { describeQuantity } from '@shop/contracts/describeMeasure';

/** A product, with how much of it the orders need. */
export interface Picked {
  readonly name: string;
  readonly sku: string;
  /** "3", or of goods sold loose "1.25 kg". */
  readonly quantity: string;
  /** What is sent where it is missing; '' if nothing was said, as of jewelry. */
  readonly missing: string;
}

export const SUBSTITUTIONS = { similar: 'Something similar', refund: 'Money back' } as const;

/** Lines of an order of which something is still to send. */
export const listOpenLines = ({ lines }: StaffOrder): readonly StaffLine[] =>
  lines.filter(({ to_send: open }) => open > 0);

/** "Something similar", or with the parts of either: "Something similar 2, money back 1". */
const describeMissing = (lines: readonly StaffLine[], sum: (some: readonly StaffLine[]) => string): string => {
  const kinds = (['similar', 'refund'] as const).flatMap((kind) => {
    const meant = lines.filter(({ substitution }) => substitution === kind);
    return meant.length > 0 ? [{ words: SUBSTITUTIONS[kind], meant }] : [];
  });
  if (kinds.length === 1 && kinds[0]?.meant.length === lines.length) return kinds[0].words;
  const text = kinds.map(({ words, meant }) => `${words.toLowerCase()} ${sum(meant)}`).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Sums what orders need by product, by name. Steps of another weight and other choices are another row. */
export const sumPicked = (orders: readonly StaffOrder[]): readonly Picked[] => {
  const groups = new Map<string, StaffLine[]>();
  for (const line of orders.flatMap(listOpenLines)) {
    const key = JSON.stringify([line.sku, line.name, line.measure?.stepGrams]);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()]
    .flatMap((lines) => {
      const [first] = lines;
      if (!first) return [];
      const sum = (some: readonly StaffLine[]): string =>
        describeQuantity(
          some.reduce((pieces, line) => pieces + line.to_send, 0),
          first.measure,
        );
      return [{ name: first.name, sku: first.sku, quantity: sum(lines), missing: describeMissing(lines, sum) }];
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
};
