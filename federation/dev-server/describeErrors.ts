import type { Stats } from 'webpack';

const LONGEST = 20_000;

/** What does not compile, as the compiler says it; undefined where all does. */
export const describeErrors = (stats: Stats): string | undefined =>
  stats.hasErrors() ? stats.toString({ all: false, errors: true, colors: false }).slice(0, LONGEST) : undefined;
