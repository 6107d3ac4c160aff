import type { AreaTerms, StaffArea, StaffSlot } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import { syncCatalog, STATE_NAME } from '../../../content/syncCatalog';
import type { Database } from '../../database/Database';
import { findAudit } from '../../testing/anOperator';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';

/** Saturday, in Portland, too. */
const NOW = new Date('2026-11-21T18:00:00Z');
const MORNING = { weekdays: [1], from: 8, to: 10, capacity: 5, cutoff: { days_before: 1, hour: 20 } };
const EUGENE: AreaTerms = {
  name: 'Eugene',
  country: 'US',
  prefixes: ['974'],
  time_zone: 'America/Los_Angeles',
  minimum_cents: 1_500,
  runs: [MORNING],
};
const MONDAY = '2026-11-23 08:00';

describe.each(databaseKinds)('the desk of delivery on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let ada: StaffVisitor;
  const clock = { now: () => NOW };
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock);
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com');
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const areas = async (): Promise<StaffArea[]> => (await ada.get('/delivery/areas')).json().data;
  const version = async (id = 'eugene'): Promise<number> =>
    (await areas()).find((area) => area.id === id)?.version ?? -1;
  const slots = async (id = 'eugene'): Promise<StaffSlot[]> =>
    (await ada.get(`/delivery/areas/${id}/slots`)).json().data;
  const create = (terms: Partial<AreaTerms> = {}) => ada.post('/delivery/areas', { ...EUGENE, ...terms });
  const change = async (terms: Partial<AreaTerms>) =>
    ada.patch('/delivery/areas/eugene', { version: await version(), terms });
  const changeSlot = (id: number, body: object) => ada.patch(`/delivery/slots/${id}`, body);
  const offer = async (postcode: string) => (await app.inject(`/api/delivery/slots?postcode=${postcode}`)).json().data;
  const take = (id: number) => database.query('UPDATE delivery_slots SET taken = taken + 1 WHERE id = $1', [id]);

  test('an area is made with the slots of two weeks, and shoppers there find them (product 16.83)', async () => {
    expect(await offer('97401')).toEqual({ area: null, slots: [] });
    expect((await create()).statusCode).toBe(200);
    expect(await slots()).toMatchObject([
      {
        starts: MONDAY,
        ends: '2026-11-23 10:00',
        order_until: '2026-11-22 20:00',
        capacity: 5,
        taken: 0,
        held: 0,
        closed: false,
        late: false,
      },
      { starts: '2026-11-30 08:00' },
    ]);
    expect(await offer('97401')).toMatchObject({
      area: { name: 'Eugene', minimum: 15 },
      slots: [{ day: 'Monday, November 23', hours: '8 to 10 AM' }, { day: 'Monday, November 30' }],
    });
    expect(await findAudit(database, 'eugene')).toMatchObject([{ who: 'Ada', action: 'area.created' }]);
  });

  test.each<[string, string, Partial<AreaTerms>, string]>([
    ['a name that is taken', 'name', { name: 'SEATTLE' }, 'There is an area with this name.'],
    ['codes of another area', 'prefixes', { prefixes: ['9811'] }, 'Seattle has postal codes that begin with 9811.'],
    ['codes that hold those of another', 'prefixes', { prefixes: ['9'] }, 'Eugene has postal codes that begin with 9.'],
    ['codes that are none', 'prefixes', { prefixes: ['97%'] }, '“97%” is no beginning of a postal code.'],
    ['no codes', 'prefixes', { prefixes: [] }, ''],
    ['an unknown time zone', 'time_zone', { time_zone: 'Mars/Olympus' }, 'There is no such time zone.'],
    ['a run that ends first', 'runs', { runs: [{ ...MORNING, to: 8 }] }, 'Run 1 ends before it starts.'],
    [
      'a cut-off during the run',
      'runs',
      { runs: [{ ...MORNING, cutoff: { days_before: 0, hour: 9 } }] },
      'Run 1 takes orders after it has started.',
    ],
    [
      'two runs at once',
      'runs',
      { runs: [MORNING, { ...MORNING, weekdays: [1, 2], to: 12 }] },
      'Run 2 starts when run 1 does, on the same day.',
    ],
  ])('an area with %s is refused at its field (product 16.83)', async (_what, field, terms, message) => {
    const refused = await create({ name: 'Salem', prefixes: ['973'], ...terms });
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      expect.objectContaining({ [field]: expect.stringContaining(message) }),
    ]);
    expect((await areas()).map(({ name }) => name)).toEqual(['Eugene', 'Portland', 'Seattle']);
  });

  test('a slot is closed, opened and resized, never below its orders (product 16.84)', async () => {
    const [first] = await slots();
    const id = first?.id ?? 0;
    await changeSlot(id, { closed: true });
    expect((await offer('97401')).slots).toHaveLength(1);
    await changeSlot(id, { closed: false });
    await take(id);
    await take(id);
    const refused = await changeSlot(id, { capacity: 1 });
    expect(refused.json().fields).toEqual({ capacity: '2 orders have it: at least 2, or close it to take no more.' });
    expect((await changeSlot(id, { capacity: 2 })).json().data[0]).toMatchObject({ capacity: 2, taken: 2 });
    expect((await offer('97401')).slots[0]).toMatchObject({ free: false });
    expect((await changeSlot(999_999, { closed: true })).statusCode).toBe(404);
    expect((await changeSlot(id, { capacity: 2 })).statusCode).toBe(200);
    expect(await findAudit(database, String(id))).toHaveLength(3);
  });

  test('other hours make other slots; one that orders have keeps its own, and takes no more (product 16.83)', async () => {
    const afternoon = { ...MORNING, from: 14, to: 16 };
    expect((await change({ runs: [afternoon] })).statusCode).toBe(200);
    expect((await slots()).map(({ starts, closed, taken }) => [starts, closed, taken])).toEqual([
      [MONDAY, true, 2],
      ['2026-11-23 14:00', false, 0],
      ['2026-11-30 14:00', false, 0],
    ]);
    await change({ runs: [{ ...MORNING, to: 12, capacity: 9 }, afternoon] });
    expect(await slots()).toMatchObject([
      { starts: MONDAY, ends: '2026-11-23 10:00', capacity: 9, closed: false, taken: 2 },
      { starts: '2026-11-23 14:00' },
      { starts: '2026-11-30 08:00', ends: '2026-11-30 12:00', capacity: 9 },
      { starts: '2026-11-30 14:00' },
    ]);
  });

  test('a capacity that staff gave to one slot survives a change of the area (product 16.83)', async () => {
    const [, second] = await slots();
    await changeSlot(second?.id ?? 0, { capacity: 3 });
    const { runs } = (await areas()).find(({ id }) => id === 'eugene') ?? EUGENE;
    await change({ runs: runs.map((run) => ({ ...run, capacity: 20 })) });
    expect((await slots()).map(({ capacity }) => capacity)).toEqual([20, 3, 20, 20]);
  });

  test('of two who change an area, the second is told; no change leaves no trace (product 16.83)', async () => {
    const seen = await version();
    const traces = (await findAudit(database, 'eugene')).length;
    expect((await ada.patch('/delivery/areas/eugene', { version: seen, terms: { name: 'Eugene' } })).statusCode).toBe(
      200,
    );
    expect((await findAudit(database, 'eugene')).length).toBe(traces);
    const late = await ada.patch('/delivery/areas/eugene', { version: seen - 1, terms: { name: 'Springfield' } });
    expect([late.statusCode, late.json().code]).toEqual([409, 'CHANGED_MEANWHILE']);
    expect((await ada.patch('/delivery/areas/oslo', { version: 0, terms: {} })).statusCode).toBe(404);
  });

  test('a removed area is gone for shoppers, its ordered slot stays, and no deployment brings it back (product 16.83)', async () => {
    for (const id of ['eugene', 'seattle']) expect((await ada.delete(`/delivery/areas/${id}`)).statusCode).toBe(200);
    expect((await areas()).map(({ id }) => id)).toEqual(['portland']);
    expect(await offer('97401')).toEqual({ area: null, slots: [] });
    expect((await app.inject('/api/delivery/next')).json().areas).toEqual([{ name: 'Portland', minimum: 10 }]);
    const { rows } = await database.query("SELECT taken, closed FROM delivery_slots WHERE area_id = 'eugene'");
    expect(rows).toEqual([{ taken: 2, closed: true }]);
    expect((await ada.delete('/delivery/areas/eugene')).statusCode).toBe(404);
    await database.query('UPDATE seed_state SET hash = $1 WHERE name = $2', ['older', STATE_NAME]);
    await syncCatalog(database, '/nonexistent/manifest.json');
    expect((await areas()).map(({ id }) => id)).toEqual(['portland']);
    expect((await create()).json().data).toMatchObject([{ id: 'eugene-2', name: 'Eugene' }, { id: 'portland' }]);
  });
});
