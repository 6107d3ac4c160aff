import { listCatalogs } from './data/catalogs';
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

test('every seed product has at least as many votes per star as written reviews', () => {
  for (const product of listCatalogs().flatMap(({ products }) => products)) {
    const counts = spreadRatings(product.rating, product.reviewCount);
    for (const star of [1, 2, 3, 4, 5]) {
      const written = product.reviews.filter(([, rating]) => rating === star).length;
      expect({ id: product.id, star, enough: (counts[star - 1] ?? 0) >= written }).toEqual({
        id: product.id,
        star,
        enough: true,
      });
    }
  }
});
