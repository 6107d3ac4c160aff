import { SMTPServer } from 'smtp-server';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { openTestDatabase } from '../../testing/testDatabase';
import { createMailTransport } from './createMailTransport';
import { deliverDueMails } from './deliverDueMails';
import { insertMail } from './mailsRepository';

let database: Database;
let now = new Date('2026-11-21T12:00:00Z');
const clock = { now: () => now };
const mail = { to: 'ada@example.com', subject: 'Your order ORD-1', text: 'Thank you', html: '<p>Thank you</p>' };

beforeAll(async () => {
  database = await openTestDatabase('PGlite');
}, 60_000);
afterAll(() => database.close());
beforeEach(() => database.query('DELETE FROM mails'));

const startSmtp = (port: number): Promise<{ server: SMTPServer; received: string[]; port: number }> =>
  new Promise((resolve) => {
    const received: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
        stream.on('end', () => {
          received.push(text);
          done();
        });
      },
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.server.address();
      resolve({ server, received, port: typeof address === 'object' && address ? address.port : 0 });
    });
  });
const countSent = async () =>
  Number((await database.query<{ n: string }>('SELECT count(*) AS n FROM mails WHERE sent_at IS NOT NULL')).rows[0]?.n);
/** A mail server that accepts a mail and answers when `answer` is called. */
const createSlowTransport = () => {
  let answer = (): void => undefined;
  let begin = (): void => undefined;
  const started = new Promise<void>((resolve) => (begin = resolve));
  const deliver = (): Promise<void> => {
    begin();
    return new Promise((resolve) => (answer = resolve));
  };
  return { transport: { retainsMails: true, deliver }, started, answer: () => answer() };
};

test('a due mail is sent once, as text and HTML (product 14.1)', async () => {
  const { server, received, port } = await startSmtp(0);
  const transport = createMailTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'shop@example.com' });
  await insertMail(database, mail, now);
  expect(await deliverDueMails({ database, clock, transport })).toBe(1);
  expect(await deliverDueMails({ database, clock, transport })).toBe(0);
  expect(received).toHaveLength(1);
  expect(received[0]).toContain('multipart/alternative');
  expect(received[0]).toContain('To: ada@example.com');
  // The text, which may contain a code, is cleared after sending.
  expect((await database.query('SELECT text, html, code FROM mails')).rows).toEqual([
    { text: '', html: '', code: null },
  ]);
  await new Promise<void>((resolve) => server.close(resolve));
});

test.each([
  ['Oriel', 'From: Oriel <shop@example.com>'],
  [undefined, 'From: The shop <shop@example.com>'],
])('a mail of %s says in its sender who wrote it (product 14.2)', async (fromName, sender) => {
  const { server, received, port } = await startSmtp(0);
  const mailFrom = 'The shop <shop@example.com>';
  const transport = createMailTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom });
  await insertMail(database, { ...mail, ...(fromName && { fromName }) }, now);
  await deliverDueMails({ database, clock, transport });
  expect(received[0]).toContain(sender);
  await new Promise<void>((resolve) => server.close(resolve));
});

test('a mail is retried until the mail server is available', async () => {
  const probe = await startSmtp(0);
  await new Promise<void>((resolve) => probe.server.close(resolve));
  const transport = createMailTransport({ smtpUrl: `smtp://127.0.0.1:${probe.port}`, mailFrom: 'shop@example.com' });
  await insertMail(database, mail, now);
  await deliverDueMails({ database, clock, transport });
  expect(await countSent()).toBe(0);
  expect(await deliverDueMails({ database, clock, transport })).toBe(0); // not before the retry delay

  const { server, received } = await startSmtp(probe.port);
  now = new Date(now.getTime() + 10_000);
  expect(await deliverDueMails({ database, clock, transport })).toBe(1);
  expect(received).toHaveLength(1);
  expect(await countSent()).toBe(1);
  await new Promise<void>((resolve) => server.close(resolve));
});

test('while one process waits for the mail server, others deliver the following mails', async () => {
  await insertMail(database, mail, now);
  await insertMail(database, { ...mail, subject: 'Your code' }, now);
  const slow = createSlowTransport();
  const waiting = deliverDueMails({ database, clock, transport: slow.transport });
  await slow.started;
  const delivered: string[] = [];
  const deliver = async ({ subject }: { subject: string }) => void delivered.push(subject);
  expect(await deliverDueMails({ database, clock, transport: { retainsMails: true, deliver } })).toBe(1);
  expect(delivered).toEqual(['Your code']);
  slow.answer();
  expect(await waiting).toBe(1);
});

test('a mail whose process died while delivering it is delivered half a minute later', async () => {
  await insertMail(database, mail, now);
  const dying = createSlowTransport();
  void deliverDueMails({ database, clock, transport: dying.transport });
  await dying.started;
  const transport = { retainsMails: true, deliver: async () => undefined };
  expect(await deliverDueMails({ database, clock, transport })).toBe(0);
  now = new Date(now.getTime() + 30_000);
  expect(await deliverDueMails({ database, clock, transport })).toBe(1);
});

test('the development mailbox shows the newest mail first, and does not exist in production (product 14.1)', async () => {
  await insertMail(database, { ...mail, subject: 'First <b>' }, now);
  await insertMail(database, { ...mail, subject: 'Second', code: '123456' }, now);
  const app = await buildTestApp(database);
  expect((await app.inject('/api/dev/mailbox.json')).json()).toMatchObject([
    { subject: 'Second', code: '123456' },
    { subject: 'First <b>' },
  ]);
  const { body } = await app.inject('/api/dev/mailbox');
  expect(body).toContain('First &lt;b&gt;');
  expect(body).toContain('Second');
  await app.close();
  const production = await buildTestApp(database, { production: true });
  for (const path of ['/api/dev/mailbox', '/api/dev/mailbox.json'])
    expect([path, (await production.inject(path)).statusCode]).toEqual([path, 404]);
  await production.close();
});
