import type { Stats } from 'webpack';

const MAX_LENGTH = 20_000;

/** Returns the compiler's errors; undefined if there are none. */
export const describeErrors = (stats: Stats): string | undefined =>
  stats.hasErrors() ? stats.toString({ all: false, errors: true, colors: false }).slice(0, MAX_LENGTH) : undefined;
