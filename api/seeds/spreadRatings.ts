/** Share of each star's votes that moves to both neighbors, starting with the most frequent star. */
const BLUR = [
  { star: 4, share: 0.5 },
  { star: 3, share: 0.4 },
  { star: 2, share: 0.4 },
  { star: 3, share: 0.2 },
] as const;

/** Returns `count` votes for 1 to 5 stars whose average is `average`, rounded to a tenth. */
export const spreadRatings = (average: number, count: number): number[] => {
  const counts = [0, 0, 0, 0, 0];
  const floor = Math.min(4, Math.floor(average));
  const above = Math.round(count * (average - floor));
  const add = (star: number, votes: number): void => {
    counts[star - 1] = (counts[star - 1] ?? 0) + votes;
  };
  add(floor, count - above);
  add(floor + 1, above);
  // Move one vote up for each vote down, which preserves the average.
  for (const { star, share } of BLUR) {
    const pairs = Math.floor(((counts[star - 1] ?? 0) * share) / 2);
    add(star, -2 * pairs);
    add(star - 1, pairs);
    add(star + 1, pairs);
  }
  return counts;
};
