import type { Release } from '../release';

const BYTES = 1_000;
/** Most that a remote may weigh whose budget nobody wrote down. */
const DEFAULT_BUDGET: Budget = { entry: 8.5, page: 40 };

/** In kilobytes of brotli. */
export interface Budget {
  readonly entry: number;
  readonly page: number;
}

const kilobytes = (bytes: number): string => (bytes / BYTES).toFixed(1);

/** What weighs more than it may: one sentence each. */
export const reasonsOfSize = ({ sizes }: Pick<Release, 'sizes'>, budget: Budget = DEFAULT_BUDGET): string[] => [
  ...(sizes.entry > budget.entry * BYTES ? [`Its entry weighs ${kilobytes(sizes.entry)} KB compressed; ${budget.entry} KB are allowed.`] : []),
  ...(sizes.page > budget.page * BYTES ? [`Its first page weighs ${kilobytes(sizes.page)} KB compressed; ${budget.page} KB are allowed.`] : []),
];
