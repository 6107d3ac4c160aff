import { listReviews, writeReview, type ReviewPage } from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { sellProduct } from '../../testing/sellProduct';
import { Visitor } from '../../testing/Visitor';
import { toPublicName } from './writeReview';

test.each([
  ['Ada Lovelace', 'Ada L.'],
  ['  Jean-Luc van der Berg ', 'Jean-Luc B.'],
  ['Prince', 'Prince'],
  ['Élodie édouard', 'Élodie É.'],
])('the name %j is shown as %j', (name, shown) => {
  expect(toPublicName(name)).toBe(shown);
});

describe.each(databaseKinds)('reviews on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let accounts = 0;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const registerShopper = async (): Promise<Visitor> => {
    accounts += 1;
    const visitor = new Visitor(app, database, `203.0.113.${accounts}`);
    await visitor.register(`reviewer-${accounts}@example.com`);
    return visitor;
  };
  /** A customer who has bought the product, so that a review is published at once. */
  const registerBuyer = async (productId: string): Promise<Visitor> => {
    const shopper = await registerShopper();
    await sellProduct(database, `reviewer-${accounts}@example.com`, productId);
    return shopper;
  };
  const readReviews = async (id: string, query = ''): Promise<ReviewPage> => {
    const response = await app.inject({ url: `/api/products/${id}/reviews${query}` });
    expect(Check(listReviews.response, response.json())).toBe(true);
    return response.json().data;
  };
  const addUp = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

  test('a new review is shown first with an abbreviated name, and average and count are updated (product 5.6)', async () => {
    const before = await readReviews('ring-halo');
    const response = await (
      await registerBuyer('ring-halo')
    ).post('/products/ring-halo/reviews', { rating: 1, comment: '  Too bright.\nReally.  ' });
    expect(Check(writeReview.response, response.json())).toBe(true);
    const after = response.json<{ data: ReviewPage }>().data;
    expect(after.items[0]).toMatchObject({ userName: 'Ada L.', rating: 1, comment: 'Too bright.\nReally.' });
    expect(after.reviewCount).toBe(before.reviewCount + 1);
    expect(after.ratingCounts[0]).toBe((before.ratingCounts[0] ?? 0) + 1);
    expect(addUp(after.ratingCounts)).toBe(after.reviewCount);
    const average =
      after.ratingCounts.reduce((total, count, index) => total + count * (index + 1), 0) / after.reviewCount;
    expect(after.rating).toBeCloseTo(average, 1);
    const detail = (await app.inject({ url: '/api/products/ring-halo' })).json().data;
    expect(detail).toMatchObject({
      rating: after.rating,
      reviewCount: after.reviewCount,
      ratingCounts: after.ratingCounts,
    });
    expect(detail.reviews).toEqual(after.items);
  });

  test('a customer can review a product once, even with concurrent requests (product 5.6)', async () => {
    const shopper = await registerBuyer('ring-pearl');
    const before = await readReviews('ring-pearl');
    const responses = await Promise.all(
      [1, 2, 3, 4].map((rating) => shopper.post('/products/ring-pearl/reviews', { rating, comment: 'Lovely' })),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    expect((await shopper.post('/products/ring-pearl/reviews', { rating: 5, comment: 'Again' })).json()).toMatchObject({
      code: 'REVIEW_EXISTS',
      message: 'You have already reviewed this product.',
    });
    expect((await readReviews('ring-pearl')).reviewCount).toBe(before.reviewCount + 1);
    expect(
      (await shopper.post('/products/ring-signet/reviews', { rating: 5, comment: 'Another product' })).statusCode,
    ).toBe(200);
  });

  test('concurrent reviews are all counted', async () => {
    const shoppers: Visitor[] = [];
    for (let n = 0; n < 6; n += 1) shoppers.push(await registerBuyer('watch-dress'));
    const before = await readReviews('watch-dress');
    await Promise.all(
      shoppers.map((shopper, index) =>
        shopper.post('/products/watch-dress/reviews', { rating: 1 + (index % 5), comment: 'At once' }),
      ),
    );
    const after = await readReviews('watch-dress');
    expect(after.reviewCount).toBe(before.reviewCount + 6);
    expect(addUp(after.ratingCounts)).toBe(after.reviewCount);
  });

  test('a guest cannot write a review (product 5.6)', async () => {
    const before = await readReviews('ring-halo');
    const guest = new Visitor(app, database);
    expect((await guest.post('/products/ring-halo/reviews', { rating: 5, comment: 'Hello' })).statusCode).toBe(401);
    expect((await readReviews('ring-halo')).total).toBe(before.total);
  });

  test.each([
    ['comment', { rating: 5, comment: '' }],
    ['comment', { rating: 5, comment: '  \n ' }],
    ['comment', { rating: 5, comment: 'a'.repeat(2_001) }],
    ['rating', { rating: 0, comment: 'x' }],
    ['rating', { rating: 6, comment: 'x' }],
    ['rating', { rating: 4.5, comment: 'x' }],
    ['rating', { rating: '5', comment: 'x' }],
    ['rating', { comment: 'x' }],
    ['userName', { rating: 5, comment: 'x', userName: 'The Owner' }],
  ])('an invalid %s in %j is reported by field (product 5.6)', async (field, body) => {
    const response = await (await registerShopper()).post('/products/ring-halo/reviews', body);
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toHaveProperty([field]);
  });

  test('an unknown product has no reviews and accepts none', async () => {
    expect((await app.inject({ url: '/api/products/nothing/reviews' })).json()).toMatchObject({
      code: 'PRODUCT_NOT_FOUND',
      message: 'Product not found',
    });
    expect(
      (await (await registerShopper()).post('/products/nothing/reviews', { rating: 5, comment: 'x' })).statusCode,
    ).toBe(404);
  });

  test('reviews come in pages of 5, sorted as requested', async () => {
    await database.query(
      `INSERT INTO reviews (product_id, user_name, rating, comment, created_at) SELECT 'ring-twist', 'Reader ' || n, 1 + n % 5, 'Number ' || n, timestamptz '2026-11-01' + n * interval '1 minute' FROM generate_series(1, 12) n`,
    );
    const first = await readReviews('ring-twist');
    expect(first.items.map(({ comment }) => comment)).toEqual([
      'Number 12',
      'Number 11',
      'Number 10',
      'Number 9',
      'Number 8',
    ]);
    const last = await readReviews('ring-twist', '?page=99');
    expect(last.page).toBe(Math.ceil(last.total / 5));
    const ratings = async (sort: string) =>
      (await readReviews('ring-twist', `?sort=${sort}`)).items.map(({ rating }) => rating);
    expect(await ratings('lowest')).toEqual([...(await ratings('lowest'))].sort((a, b) => a - b));
    expect((await ratings('highest'))[0]).toBe(5);
    expect((await ratings('lowest'))[0]).toBe(1);
    expect(await readReviews('ring-twist', '?sort=nonsense&page=x')).toEqual(first);
  });
});
