import type { Database } from '../src/database/Database';
import { generateSlots } from '../src/modules/delivery/deliveryRepository';
import { findAllSlots } from '../src/modules/delivery/slotListRepository';
import { anOperator, findAudit } from '../src/testing/anOperator';
import { databaseKinds, openTestDatabase } from '../src/testing/testDatabase';
import { listSlots } from './listSlots';
import { setSlot } from './setSlot';

const NOW = new Date('2026-11-23T14:00:00Z');

describe.each(databaseKinds)('delivery slots of operators on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await generateSlots(database, NOW);
  }, 60_000);
  afterAll(() => database.close());

  const firstId = async (): Promise<number> =>
    (await findAllSlots(database, { area: 'seattle', page: 1, pageSize: 1 }, NOW)).items[0]?.id ?? 0;
  const set = async (change: Parameters<typeof setSlot>[2]['change'], dryRun = false): Promise<string[]> => {
    const { context, printed } = anOperator(database, { clock: { now: () => NOW } });
    await setSlot(context, await firstId(), { change, dryRun }).catch((error: Error & { code?: string }) =>
      printed.push(`${error.code}: ${error.message}`),
    );
    return printed;
  };

  test('lists the slots of an area in its own time, and how many places are left', async () => {
    const { context, printed } = anOperator(database, { clock: { now: () => NOW } });
    await listSlots(context, { area: 'seattle', page: 1, pageSize: 2 }, { json: false });
    expect(printed[0]).toEqual(expect.stringMatching(/^ID +AREA +STARTS +ORDER UNTIL +CAPACITY +TAKEN +HELD +CLOSED$/));
    expect(printed[1]).toMatch(/^\d+ +seattle +2026-11-23 12:00 +2026-11-23 07:00 +24 +0 +0 *$/);
    expect(printed.at(-1)).toMatch(/^1 to 2 of 26; --page 2 shows more$/);
  });

  test('says which areas there are if one is unknown', async () => {
    const { context } = anOperator(database, { clock: { now: () => NOW } });
    await expect(listSlots(context, { area: 'oslo', page: 1, pageSize: 2 }, { json: false })).rejects.toThrow(
      'No area is called "oslo". There are: portland, seattle.',
    );
  });

  test('closes, opens and resizes a slot, and records who did it', async () => {
    const id = await firstId();
    expect(await set({ closed: true }, true)).toEqual([
      `Dry run, nothing is written: the slot ${id} would be closed for 24 orders.`,
    ]);
    expect(await set({ closed: true })).toEqual([`The slot ${id} is closed for 24 orders; 0 orders have it.`]);
    expect(await set({ closed: true })).toEqual([
      `The slot ${id} is closed for 24 orders already: nothing was changed.`,
    ]);
    expect(await set({ closed: false })).toEqual([`The slot ${id} is open for 24 orders; 0 orders have it.`]);
    expect(await set({ capacity: 30 })).toEqual([`The slot ${id} is open for 30 orders; 0 orders have it.`]);
    expect(await findAudit(database, String(id))).toMatchObject([
      { who: 'grace', before: { capacity: 24, closed: false }, after: { capacity: 24, closed: true } },
      { before: { capacity: 24, closed: true }, after: { capacity: 24, closed: false } },
      { before: { capacity: 24, closed: false }, after: { capacity: 30, closed: false } },
    ]);
  });

  test('a capacity below the orders that have the slot is refused', async () => {
    const id = await firstId();
    await database.query('UPDATE delivery_slots SET taken = 5 WHERE id = $1', [id]);
    expect(await set({ capacity: 4 })).toEqual([
      'conflict: 5 orders have it: at least 5, or close it to take no more.',
    ]);
    expect(await set({ capacity: 5 })).toEqual([`The slot ${id} is open for 5 orders; 5 orders have it.`]);
  });

  test('a slot that does not exist is said', async () => {
    const { context } = anOperator(database);
    await expect(setSlot(context, 1_000_000, { change: { closed: true }, dryRun: false })).rejects.toThrow(
      'No delivery slot has the id 1000000.',
    );
  });
});
