import { spreadRatings } from './spreadRatings';

test.each([
  [4.8, 126],
  [4.1, 27],
  [2, 499],
  [5, 3],
  [3.4, 1],
  [4.9, 0],
])('an average of %d from %d votes is spread over five star counts', (average, count) => {
  const counts = spreadRatings(average, count);
  const sum = counts.reduce((total, votes) => total + votes, 0);
  expect(sum).toBe(count);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(0);
  const stars = counts.reduce((total, votes, index) => total + votes * (index + 1), 0);
  if (count >= 10) expect(Math.round((10 * stars) / sum)).toBe(average * 10);
});
