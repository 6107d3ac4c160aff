import type { StaffReview } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { setReview } from '../../../operator/setReview';
import { anOperator, findAudit } from '../../testing/anOperator';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { buildTestApp, testConfig } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';
import { carryOutDecisions } from './reviewDesk';

const NOON = new Date('2026-11-21T12:00:00Z');
const RING = 'ring-halo';

describe.each(databaseKinds)('the desk for reviews on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let ada: StaffVisitor;
  let now = NOON;
  let customers = 0;
  const clock = { now: () => now };
  const context = () => ({ database, clock, config: testConfig });
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock);
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com', 'content');
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    now = NOON;
    await database.query('DELETE FROM reviews WHERE account_id IS NOT NULL');
    await database.query('DELETE FROM counters');
  });

  const write = async (comment: string): Promise<number> => {
    const customer = new Visitor(app, database, `198.51.100.${(customers += 1)}`);
    await customer.register(`reviewer-${customers}@example.com`);
    expect((await customer.post(`/products/${RING}/reviews`, { rating: 4, comment })).statusCode).toBe(200);
    const { rows } = await database.query<{ id: number }>('SELECT max(id) AS id FROM reviews');
    return rows[0]?.id ?? 0;
  };
  const list = async (query = 'state=waiting', visitor = ada): Promise<StaffReview[]> =>
    (await visitor.get(`/reviews?${query}`)).json<{ data: { items: StaffReview[] } }>().data.items;
  const decide = async (to: 'published' | 'removed', ids: readonly number[], visitor = ada, reason?: string) =>
    (
      await visitor.post('/reviews/decisions', {
        reviews: ids.map((id) => ({ id, seen: 'waiting' })),
        to,
        ...(reason === undefined ? {} : { reason }),
      })
    ).json<{ data: { id: number; error: string | null }[] }>().data;
  const stateOf = async (id: number): Promise<string> =>
    (await database.query<{ status: string }>('SELECT status FROM reviews WHERE id = $1', [id])).rows[0]?.status ?? '';
  const votes = async (): Promise<number> =>
    (await database.query<{ votes: number }>('SELECT review_count AS votes FROM products WHERE id = $1', [RING]))
      .rows[0]?.votes ?? 0;
  const shown = async (): Promise<string> => (await app.inject(`/api/products/${RING}/reviews`)).body;
  const passSeconds = async (seconds: number): Promise<void> => {
    now = new Date(now.getTime() + seconds * 1_000);
    await carryOutDecisions(context());
  };

  test('what waits is listed with whether it was bought, and counted for the navigation (product 16.8, 16.9)', async () => {
    const id = await write('<b>Bold</b> https://evil.example');
    expect(await list()).toMatchObject([
      {
        id,
        state: 'waiting',
        rating: 4,
        text: '<b>Bold</b> https://evil.example',
        bought: false,
        product: { id: RING, name: expect.any(String) },
        decision: null,
      },
    ]);
    expect((await ada.get('/counts')).json()).toMatchObject({ data: { reviews: 1 } });
    const analyst = await new StaffVisitor(app, database, clock).join('alan@example.com', 'analyst', 'Alan');
    expect((await analyst.get('/counts')).json()).toMatchObject({ data: {} });
  });

  test('an approved review reaches the shop ten seconds later, with its vote, its mail and its name in the audit (product 16.10)', async () => {
    const id = await write('Lovely');
    const before = await votes();
    expect(await decide('published', [id])).toEqual([{ id, error: null }]);
    await passSeconds(9);
    expect([await stateOf(id), await votes()]).toEqual(['waiting', before]);
    expect(await shown()).not.toContain('Lovely');
    expect(await list()).toMatchObject([{ id, decision: { to: 'published', by: 'Ada' } }]);
    await passSeconds(1);
    expect([await stateOf(id), await votes()]).toEqual(['published', before + 1]);
    expect(await shown()).toContain('Lovely');
    expect((await database.query("SELECT 1 FROM mails WHERE subject = 'Your review is published'")).rowCount).toBe(1);
    expect(await findAudit(database, String(id))).toEqual([
      { who: 'Ada', action: 'review.published', before: { status: 'waiting' }, after: { status: 'published' } },
    ]);
  });

  test('taken back within ten seconds, nothing has happened; later it says so (product 16.10)', async () => {
    const id = await write('Lovely');
    await decide('published', [id]);
    const undo = async (visitor = ada) => (await visitor.post('/reviews/decisions/undo', { ids: [id] })).json().data;
    const grace = await new StaffVisitor(app, database, clock).join('grace@example.com', 'owner', 'Grace');
    expect(await undo(grace)).toEqual([{ id, error: 'It has taken effect already.' }]); // only one's own
    expect(await undo()).toEqual([{ id, error: null }]);
    await passSeconds(20);
    expect([await stateOf(id), await findAudit(database, String(id))]).toEqual(['waiting', []]);
    await decide('removed', [id], ada, 'Not about the product');
    await passSeconds(20);
    expect(await undo()).toEqual([{ id, error: 'It has taken effect already.' }]);
    expect(await findAudit(database, String(id))).toMatchObject([
      { action: 'review.removed', after: { status: 'removed', reason: 'Not about the product' } },
    ]);
  });

  test('of two at one review, the second learns who was faster, and the rest of the selection is done (product 16.11)', async () => {
    const [one, two] = [await write('One'), await write('Two')];
    const grace = await new StaffVisitor(app, database, clock).join('grace@example.com', 'owner', 'Grace');
    await decide('removed', [one], grace);
    expect(await decide('published', [one, two, 999_999])).toEqual([
      { id: one, error: 'Grace has just decided this one.' },
      { id: two, error: null },
      { id: 999_999, error: 'There is no such review any more.' },
    ]);
    await passSeconds(10);
    expect([await stateOf(one), await stateOf(two)]).toEqual(['removed', 'published']);
    expect(await decide('published', [one])).toEqual([{ id: one, error: 'Somebody else was faster: it is rejected.' }]);
  });

  test('what an operator decides at the terminal overrides a decision that waits', async () => {
    const id = await write('Lovely');
    await decide('published', [id]);
    const { context: operator } = anOperator(database, { clock });
    await setReview(operator, id, { status: 'removed', dryRun: false });
    await passSeconds(20);
    expect(await stateOf(id)).toBe('removed');
    expect((await findAudit(database, String(id))).map(({ who }) => who)).toEqual(['grace']);
  });

  test('two processes carry a decision out once', async () => {
    const id = await write('Lovely');
    const before = await votes();
    await decide('published', [id]);
    now = new Date(now.getTime() + 10_000);
    await Promise.all([carryOutDecisions(context()), carryOutDecisions(context())]);
    expect(await votes()).toBe(before + 1);
    expect(await findAudit(database, String(id))).toHaveLength(1);
  });

  test('an answer is shown below the review; a second one at the same time is a conflict that says what is there (product 16.12)', async () => {
    const id = await write('Lovely');
    await decide('published', [id]);
    await passSeconds(10);
    const answer = (reply: string, seen: string) => ada.patch(`/reviews/${id}`, { reply, seen });
    expect((await answer('Thank you!', '')).json()).toMatchObject({ review: { reply: 'Thank you!' } });
    expect((await app.inject(`/api/products/${RING}/reviews`)).json().data.items[0]).toMatchObject({
      comment: 'Lovely',
      reply: 'Thank you!',
    });
    expect((await answer('Thanks', '')).json()).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      fields: { reply: 'Thank you!' },
    });
    expect((await answer('', 'Thank you!')).statusCode).toBe(200);
    expect((await app.inject(`/api/products/${RING}/reviews`)).json().data.items[0]).not.toHaveProperty('reply');
  });

  test('pages follow one another without a gap, and bad parameters are named (product 16.9)', async () => {
    await database.query(
      `INSERT INTO reviews (product_id, user_name, rating, comment, status, created_at)
       SELECT $1, 'Ada', 5, 'Review ' || n, 'removed', $2::timestamptz - n % 7 * interval '1 minute' FROM generate_series(1, 120) n`,
      [RING, NOON],
    );
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? 'state=removed' : `state=removed&cursor=${cursor}`;
      const { data } = (await ada.get(`/reviews?${query}`)).json();
      seen.push(...data.items.map(({ id }: StaffReview) => id));
      cursor = data.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([120, 120]);
    await database.query("DELETE FROM reviews WHERE status = 'removed'");
    for (const query of ['state=x', 'stars=6', 'cursor=x', 'cursor=1-x'])
      expect([query, (await ada.get(`/reviews?${query}`)).statusCode]).toEqual([query, 400]);
  });
});
