/** How much of each star's votes moves to both of its neighbours, from the fullest outwards. */
const BLUR = [
  { star: 4, share: 0.5 },
  { star: 3, share: 0.4 },
  { star: 2, share: 0.4 },
  { star: 3, share: 0.2 },
] as const;

/** Votes for 1 to 5 stars whose number is `count` and whose average is `average`, to a tenth. */
export const spreadRatings = (average: number, count: number): number[] => {
  const counts = [0, 0, 0, 0, 0];
  const floor = Math.min(4, Math.floor(average));
  const above = Math.round(count * (average - floor));
  const add = (star: number, votes: number): void => {
    counts[star - 1] = (counts[star - 1] ?? 0) + votes;
  };
  add(floor, count - above);
  add(floor + 1, above);
  // One vote up for each vote down: the average stays.
  for (const { star, share } of BLUR) {
    const pairs = Math.floor(((counts[star - 1] ?? 0) * share) / 2);
    add(star, -2 * pairs);
    add(star - 1, pairs);
    add(star + 1, pairs);
  }
  return counts;
};
