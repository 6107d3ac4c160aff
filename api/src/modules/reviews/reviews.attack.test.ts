import { getWaitingReview, writeReview, type ReviewPage } from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import { listReviews } from '../../../operator/listReviews';
import { markTransferPaid } from '../../../operator/changeOrders';
import { setReview } from '../../../operator/setReview';
import { anOperatorNamed } from '../../audit/Actor';
import type { Database } from '../../database/Database';
import { anOperator, findAudit } from '../../testing/anOperator';
import { anOrderBody, buildTestApp, newKey, testConfig } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { sellProduct } from '../../testing/sellProduct';
import { Visitor } from '../../testing/Visitor';
import { cancelOrder } from '../orders/cancelOrder';
import { findOrderOwner } from '../orders/ordersRepository';

const NOON = new Date('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;
const SPAM = 'Do not buy this. See https://evil.example';

describe.each(databaseKinds)('reviews of customers who bought nothing on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = NOON;
  let accounts = 0;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, { now: () => now });
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    now = NOON;
    await database.query('DELETE FROM counters');
    await database.query("UPDATE products SET stock = 100 WHERE id = 'ring-halo'");
  });

  const newEmail = (): string => `reviewer-${(accounts += 1)}@example.com`;
  const registerShopper = async (email = newEmail()): Promise<Visitor> => {
    const visitor = new Visitor(app, database, `203.0.113.${accounts}`);
    await visitor.register(email);
    return visitor;
  };
  const post = (visitor: Visitor, product: string, comment = SPAM) =>
    visitor.post(`/products/${product}/reviews`, { rating: 1, comment });
  const readReviews = async (product: string): Promise<ReviewPage> =>
    (await app.inject({ url: `/api/products/${product}/reviews` })).json().data;
  const readProduct = async (product: string) => (await app.inject({ url: `/api/products/${product}` })).json().data;
  const readWaiting = async (visitor: Visitor, product: string) => {
    const response = await visitor.get(`/products/${product}/reviews/waiting`);
    expect(Check(getWaitingReview.response, response.json())).toBe(true);
    return response.json().data;
  };
  const findId = async (comment: string): Promise<number> =>
    (await database.query<{ id: number }>('SELECT id FROM reviews WHERE comment = $1', [comment])).rows[0]?.id ?? 0;
  const operate = async (id: number, status: 'published' | 'removed', dryRun = false): Promise<string[]> => {
    const { context, printed } = anOperator(database);
    await setReview(context, id, { status, dryRun }).catch((error: Error & { code?: string }) =>
      printed.push(`${error.code}: ${error.message}`),
    );
    return printed;
  };

  test('of 30 one-star reviews by a fresh account, none is shown or counted, and five are stored (product 5.11)', async () => {
    const { rows: products } = await database.query<{ id: string }>('SELECT id FROM products ORDER BY id LIMIT 30');
    const readAll = async () =>
      (await database.query('SELECT id, rating_tenths, review_count, rating_counts FROM products ORDER BY id LIMIT 30'))
        .rows;
    const before = await readAll();
    const spammer = await registerShopper();
    const responses = await Promise.all(products.map(({ id }) => post(spammer, id)));
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
    const refused = responses.find(({ statusCode }) => statusCode !== 200);
    expect(refused?.statusCode).toBe(429);
    expect(refused?.headers['retry-after']).toBe(String(DAY_MS / 1_000));
    expect(refused?.json()).toMatchObject({
      code: 'TOO_MANY_REVIEWS',
      message: 'You can write 5 reviews a day. Please try again in 24 hours. What you typed is kept.',
    });
    expect(await readAll()).toEqual(before);
    for (const { id } of products) {
      expect(JSON.stringify(await readReviews(id))).not.toContain('evil');
      expect(JSON.stringify(await readProduct(id))).not.toContain('evil');
    }
    await database.query('DELETE FROM reviews WHERE comment = $1', [SPAM]);
  });

  test('five reviews a day count, not those that are refused for another reason; the next day there are five more (product 5.11)', async () => {
    const email = newEmail();
    const shopper = await registerShopper(email);
    for (let n = 0; n < 10; n += 1) expect((await post(shopper, 'nothing')).statusCode).toBe(404);
    const { rows: products } = await database.query<{ id: string }>('SELECT id FROM products ORDER BY id LIMIT 6');
    const [first, ...rest] = products.map(({ id }) => id);
    for (const status of [200, 409, 409, 409, 409, 409])
      expect((await post(shopper, first ?? '')).statusCode).toBe(status);
    const statuses: number[] = [];
    for (const id of rest) statuses.push((await post(shopper, id)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
    now = new Date(NOON.getTime() + DAY_MS);
    await shopper.login(email);
    expect((await post(shopper, rest.at(-1) ?? '')).statusCode).toBe(200);
    await database.query('DELETE FROM reviews WHERE comment = $1', [SPAM]);
  });

  test('its author is told once that a review which waited is published (product 14.5)', async () => {
    const email = newEmail();
    const author = await registerShopper(email);
    await post(author, 'ring-halo', 'Told about');
    const id = await findId('Told about');
    for (const status of ['published', 'removed', 'published'] as const) await operate(id, status);
    const mails = (await author.readMails(email)).filter(({ subject }) => subject === 'Your review is published');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('your review of Halo Diamond Ring');
    expect(mails[0]?.text).toContain('View the product: http://shop.test/products/ring-halo');
    await operate(id, 'removed');
  });

  test('its author sees that a review waits, also after a reload; nobody else does (product 5.11)', async () => {
    const author = await registerShopper();
    const response = await post(author, 'ring-halo', 'Waiting for a check');
    expect(Check(writeReview.response, response.json())).toBe(true);
    expect(response.json()).toMatchObject({
      message: 'Thank you. Your review will be shown once we have checked it.',
      data: { waiting: { rating: 1, comment: 'Waiting for a check' } },
    });
    expect(await readWaiting(author, 'ring-halo')).toMatchObject({ comment: 'Waiting for a check' });
    expect(await readWaiting(author, 'ring-pearl')).toBeNull();
    expect(await readWaiting(await registerShopper(), 'ring-halo')).toBeNull();
    expect((await new Visitor(app, database).get('/products/ring-halo/reviews/waiting')).statusCode).toBe(401);
    expect((await post(author, 'ring-halo')).json().code).toBe('REVIEW_EXISTS');
  });

  test('an order that is neither paid nor shipped, or of another product, does not publish a review (product 5.11)', async () => {
    const shopper = await registerShopper();
    for (const method of ['bank', 'global', 'cash'] as const) {
      const ordered = await shopper.post('/orders', anOrderBody({ payment_method: method }), {
        headers: { 'idempotency-key': newKey() },
      });
      expect(ordered.statusCode).toBe(200);
    }
    expect((await post(shopper, 'ring-halo', 'Unpaid')).json().data.waiting).toMatchObject({ comment: 'Unpaid' });
    const email = newEmail();
    const buyer = await registerShopper(email);
    await sellProduct(database, email, 'ring-pearl');
    expect((await post(buyer, 'ring-halo', 'Bought another')).json().data.waiting).toBeDefined();
    expect((await post(buyer, 'ring-pearl', 'Bought')).json().data).not.toHaveProperty('waiting');
    expect((await readReviews('ring-pearl')).items[0]?.comment).toBe('Bought');
  });

  test('operators approve and remove reviews: the rating follows, and repeating changes nothing (product 5.11)', async () => {
    const author = await registerShopper();
    const before = await readProduct('watch-dress');
    await post(author, 'watch-dress', 'Approve me');
    const id = await findId('Approve me');
    expect(await operate(id, 'published', true)).toEqual([
      `Dry run, nothing is written: the review ${id} of watch-dress would be published.`,
    ]);
    expect(await operate(id, 'published')).toEqual([`The review ${id} of watch-dress is published.`]);
    expect(await operate(id, 'published')).toEqual([`The review ${id} is published already: nothing was changed.`]);
    const published = await readProduct('watch-dress');
    expect(published.reviewCount).toBe(before.reviewCount + 1);
    expect(published.ratingCounts[0]).toBe(before.ratingCounts[0] + 1);
    expect(published.reviews[0].comment).toBe('Approve me');
    expect(await readWaiting(author, 'watch-dress')).toBeNull();

    expect(await operate(id, 'removed')).toEqual([`The review ${id} of watch-dress is removed.`]);
    expect(await operate(id, 'removed')).toEqual([`The review ${id} is removed already: nothing was changed.`]);
    const { rating, reviewCount, ratingCounts, reviews } = await readProduct('watch-dress');
    expect({ rating, reviewCount, ratingCounts, reviews }).toEqual({
      rating: before.rating,
      reviewCount: before.reviewCount,
      ratingCounts: before.ratingCounts,
      reviews: before.reviews,
    });
    // The author cannot write it again.
    expect((await post(author, 'watch-dress')).json().code).toBe('REVIEW_EXISTS');
    expect(await operate(999_999, 'removed')).toEqual(['unknown: No review has the id 999999.']);
    expect(await findAudit(database, String(id))).toEqual([
      { who: 'grace', action: 'review.published', before: { status: 'waiting' }, after: { status: 'published' } },
      { who: 'grace', action: 'review.removed', before: { status: 'published' }, after: { status: 'removed' } },
    ]);
  });

  describe('a vote ends with the order that earned it', () => {
    const VOTES = 'rating_tenths, review_count, rating_counts';
    const readVotes = async () =>
      (await database.query(`SELECT ${VOTES} FROM products WHERE id = 'ring-halo'`)).rows[0];
    const orderPaid = async (visitor: Visitor): Promise<string> => {
      const { number } = (
        await visitor.post('/orders', anOrderBody(), { headers: { 'idempotency-key': newKey() } })
      ).json().order;
      await markTransferPaid(anOperator(database).context, number, { dryRun: false });
      return number;
    };
    const cancel = (visitor: Visitor, number: string) => visitor.post(`/orders/${number}/cancel`);
    beforeEach(() => database.query('DELETE FROM order_holders'));

    test('paying, writing and canceling in three rounds moves no rating (product 5.19)', async () => {
      const before = await readVotes();
      const { total } = await readReviews('ring-halo');
      for (let round = 1; round <= 3; round += 1) {
        const shopper = await registerShopper();
        const number = await orderPaid(shopper);
        const comment = `Round ${round} of canceling`;
        expect((await post(shopper, 'ring-halo', comment)).json().data.items[0].comment).toBe(comment);
        expect(await readVotes()).not.toEqual(before);
        for (let n = 0; n < 2; n += 1) expect((await cancel(shopper, number)).statusCode).toBe(200);
        expect(await readVotes()).toEqual(before);
        expect((await readReviews('ring-halo')).total).toBe(total);
        expect(await readWaiting(shopper, 'ring-halo')).toMatchObject({ comment });
        expect((await post(shopper, 'ring-halo')).json().code).toBe('REVIEW_EXISTS');
      }
    });

    test('a refund by an operator ends it, too (product 5.19)', async () => {
      const before = await readVotes();
      const shopper = await registerShopper();
      const number = await orderPaid(shopper);
      await post(shopper, 'ring-halo', 'Refunded');
      const owner = await findOrderOwner(database, number);
      await cancelOrder(
        { database, config: testConfig, clock: { now: () => now } },
        number,
        owner ?? { accountId: null, guestNumbers: [] },
        { actor: anOperatorNamed('grace') },
      );
      expect(await readVotes()).toEqual(before);
    });

    test('it stays while another order of the product is paid, or once an operator approved it (product 5.19)', async () => {
      const shopper = await registerShopper();
      const [first, second] = [await orderPaid(shopper), await orderPaid(shopper)];
      await post(shopper, 'ring-halo', 'Bought twice');
      const counted = await readVotes();
      await cancel(shopper, first);
      expect(await readVotes()).toEqual(counted);
      await operate(await findId('Bought twice'), 'removed');
      await operate(await findId('Bought twice'), 'published');
      await cancel(shopper, second);
      expect(await readVotes()).toEqual(counted);
      await operate(await findId('Bought twice'), 'removed');
    });

    test('an unpaid order that is canceled ends none (product 5.19)', async () => {
      const shopper = await registerShopper();
      await post(shopper, 'ring-halo', 'Approved before approvals were stored');
      await operate(await findId('Approved before approvals were stored'), 'published');
      await database.query('UPDATE reviews SET approved = false');
      const counted = await readVotes();
      const { number } = (
        await shopper.post('/orders', anOrderBody(), { headers: { 'idempotency-key': newKey() } })
      ).json().order;
      await cancel(shopper, number);
      expect(await readVotes()).toEqual(counted);
    });

    test('a review that is written while its order is canceled does not count (product 5.19)', async () => {
      const before = await readVotes();
      for (let n = 0; n < 5; n += 1) {
        const shopper = await registerShopper();
        const number = await orderPaid(shopper);
        const write = () => post(shopper, 'ring-halo', `At once ${n}`);
        const end = () => cancel(shopper, number);
        const answers = await Promise.all((n % 2 === 0 ? [write, end] : [end, write]).map((act) => act()));
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      }
      expect(await readVotes()).toEqual(before);
    });
  });

  test('the only review of a product can be removed', async () => {
    await database.query(
      "UPDATE products SET review_count = 0, rating_tenths = 0, rating_counts = '{0,0,0,0,0}' WHERE id = 'watch-dress'",
    );
    await post(await registerShopper(), 'watch-dress', 'The only one');
    const id = await findId('The only one');
    await operate(id, 'published');
    expect(await readProduct('watch-dress')).toMatchObject({ rating: 1, reviewCount: 1 });
    await operate(id, 'removed');
    expect(await readProduct('watch-dress')).toMatchObject({
      rating: 0,
      reviewCount: 0,
      ratingCounts: [0, 0, 0, 0, 0],
    });
  });

  test('the list shows waiting reviews first, without addresses and control characters', async () => {
    await database.query("UPDATE reviews SET status = 'removed' WHERE status = 'waiting'");
    const email = newEmail();
    const author = await registerShopper(email);
    await post(author, 'ring-signet', 'First line\nsecond \u001b[2J line');
    const { context, printed } = anOperator(database);
    const list = async (filter: object, json = false): Promise<string[]> => {
      printed.length = 0;
      await listReviews(context, { status: null, page: 1, pageSize: 25, ...filter }, { json });
      return [...printed];
    };
    const [headings, first] = await list({ pageSize: 2 });
    expect(headings).toMatch(/^ID +STATUS +WRITTEN +PRODUCT +RATING +AUTHOR +TEXT$/);
    expect(first).toMatch(/^\d+ +waiting +2026-11-21 12:00 +ring-signet +1 +\S+ +First line second \ufffd\[2J line$/);
    expect((await list({})).join('\n')).not.toContain(email);
    expect(JSON.parse((await list({ status: 'waiting' }, true)).join(''))).toMatchObject({
      total: 1,
      items: [{ status: 'waiting', product_id: 'ring-signet', rating: 1 }],
    });
  });
});
