import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import type { Database } from '../../database/Database';
import { openTestDatabase } from '../../testing/testDatabase';
import { insertMail } from './mailsRepository';
import { startMailQueue } from './startMailQueue';

const clock = { now: () => new Date() };
const mail = { to: 'ada@example.com', subject: 'Your order', text: 'Thank you', html: '<p>Thank you</p>' };
/** What the mail server takes for a mail. */
const deliverSlowly = (): Promise<void> => new Promise((answer) => setTimeout(answer, 200));
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase('PGlite');
}, 60_000);
afterAll(() => database.close());

test('at least ten mails a second leave, with a mail server that takes a fifth of one for each', async () => {
  const sentAt: number[] = [];
  const deliver = async (): Promise<void> => {
    await deliverSlowly();
    sentAt.push(performance.now());
  };
  for (let n = 0; n < 40; n += 1) await insertMail(database, mail, clock.now());
  const onError = jest.fn();
  const queue = startMailQueue({ database, clock, transport: { retainsMails: true, deliver }, onError });
  await waitUntil('all are sent', () => sentAt.length === 40);
  await queue.stop();
  const seconds = ((sentAt.at(-1) ?? Infinity) - (sentAt[0] ?? 0)) / 1_000;
  expect(sentAt.length / seconds).toBeGreaterThan(10);
  expect(onError).not.toHaveBeenCalled();
}, 60_000);

test('a stop waits for the mails on their way, and begins no other', async () => {
  let running = 0;
  let sent = 0;
  const deliver = async (): Promise<void> => {
    running += 1;
    await deliverSlowly();
    running -= 1;
    sent += 1;
  };
  for (let n = 0; n < 20; n += 1) await insertMail(database, mail, clock.now());
  const queue = startMailQueue({ database, clock, transport: { retainsMails: true, deliver }, onError: jest.fn() });
  await waitUntil('the first is on its way', () => running > 0);
  await queue.stop();
  expect(running).toBe(0);
  expect(sent).toBeLessThan(20);
}, 60_000);

test('a queue without its database says what failed', async () => {
  const onError = jest.fn();
  const broken = { ...database, query: () => Promise.reject(new Error('the database is gone')) };
  const transport = { retainsMails: true, deliver: async () => undefined };
  const queue = startMailQueue({ database: broken, clock, transport, onError });
  await waitUntil('it says so', () => onError.mock.calls.length > 0);
  await queue.stop();
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'the database is gone' }), 'sending mails');
}, 60_000);
