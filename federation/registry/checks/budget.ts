import { MAX_BUDGET } from '@shop/build/RemoteDescription';
import type { Budget, Release } from '../release';

const BYTES_PER_KILOBYTE = 1_000;

/** Used for uploads that declare no budget; enough for most remotes. */
export const DEFAULT_BUDGET: Budget = { entry: 8.5, page: 40 };

const formatKilobytes = (bytes: number): string => (bytes / BYTES_PER_KILOBYTE).toFixed(1);

const checkSize = (what: string, bytes: number, declared: number | undefined, max: number): string[] => {
  const allowed = Math.min(declared ?? max, max);
  if (bytes <= allowed * BYTES_PER_KILOBYTE) return [];
  const why =
    declared !== undefined && declared > max ? `; its budget of ${declared} KB is more than any remote may have` : '';
  return [`Its ${what} weighs ${formatKilobytes(bytes)} KB compressed; ${allowed} KB are allowed${why}.`];
};

/**
 * Returns one sentence for each size over its limit. Releases published by older tools declare no budget; they were
 * checked when they were published.
 */
export const checkBudget = ({ sizes, budget }: Pick<Release, 'sizes' | 'budget'>): string[] => [
  ...checkSize('entry', sizes.entry, budget?.entry, MAX_BUDGET.entry),
  ...checkSize('first page', sizes.page, budget?.page, MAX_BUDGET.page),
];
