import type { Database } from '../src/database/Database';
import { deliverDueMails } from '../src/modules/mail/deliverDueMails';
import { insertMail, markMailFailed } from '../src/modules/mail/mailsRepository';
import { anOperator, findAudit } from '../src/testing/anOperator';
import { databaseKinds, openTestDatabase } from '../src/testing/testDatabase';
import { listMails } from './listMails';
import { markMailsSent } from './markMailsSent';

const NOW = new Date('2026-11-21T12:00:00Z');
const addMinutes = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);

describe.each(databaseKinds)('mails of operators on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  }, 60_000);
  afterAll(() => database.close());
  beforeEach(async () => {
    await database.query('DELETE FROM mails');
  });

  const queue = (subject: string, at: Date = NOW): Promise<void> =>
    insertMail(
      database,
      { to: 'ada@example.com', subject, text: 'Your code is 123456', html: '<p>123456</p>', code: '123456' },
      at,
    );
  const list = async (page = 1, pageSize = 25, json = false): Promise<string[]> => {
    const { context, printed } = anOperator(database);
    await listMails(context, { page, pageSize }, { json });
    return printed;
  };
  const mark = async (options: Partial<Parameters<typeof markMailsSent>[1]> = {}): Promise<string[]> => {
    const { context, printed } = anOperator(database);
    await markMailsSent(context, { until: null, dryRun: false, ...options });
    return printed;
  };
  const deliverAll = async (): Promise<string[]> => {
    const delivered: string[] = [];
    const transport = {
      retainsMails: false,
      deliver: async ({ subject }: { subject: string }) => void delivered.push(subject),
    };
    await deliverDueMails({ database, clock: { now: () => addMinutes(60) }, transport });
    return delivered;
  };

  test('waiting mails are listed in the order in which they go out, with the last error, and without their text', async () => {
    await queue('Your order ORD-1');
    await deliverAll();
    await queue('Your order ORD-2');
    await queue('\u001b[2JYour order ORD-3', addMinutes(1));
    const { rows } = await database.query<{ id: number }>('SELECT id FROM mails WHERE sent_at IS NULL ORDER BY id');
    const [second = 0, third = 0] = rows.map(({ id }) => id);
    await database.query('UPDATE mails SET attempts = 2 WHERE id = $1', [second]);
    await markMailFailed(database, second, 'connection\nrefused', addMinutes(2));
    const [headings, ...lines] = await list();
    expect(headings).toMatch(/^ID +CREATED +TO +SUBJECT +ATTEMPTS +LAST ERROR$/);
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${second} +2026-11-21 12:00:00.000\\+00 +ada@example.com +Your order ORD-2 +2 +connection refused$`,
        ),
      ),
      expect.stringMatching(new RegExp(`^${third} +2026-11-21 12:01:00.000\\+00 .*Your order ORD-3 +0$`)),
      '1 to 2 of 2',
    ]);
    expect((await list(2, 1)).at(-1)).toBe('2 to 2 of 2');
    expect(await list(3, 1)).toEqual(['There is no page 3: 2 mails make 2.']);
    const said = [...lines, ...(await list(1, 25, true))].join('\n');
    expect(said).not.toContain('123456');
    expect(said).not.toContain('\u001b');
    expect(JSON.parse((await list(1, 1, true)).join('\n'))).toEqual({
      items: [
        {
          id: second,
          created_at: '2026-11-21T12:00:00.000Z',
          to: 'ada@example.com',
          subject: 'Your order ORD-2',
          attempts: 2,
          last_error: 'connection\nrefused',
        },
      ],
      total: 2,
      page: 1,
      pageSize: 1,
    });
  });

  test('mails that are marked as sent do not go out, and nothing of their text remains', async () => {
    await queue('first');
    await queue('second', addMinutes(1));
    const audited = await findAudit(database, 'mails');
    expect(await mark({ dryRun: true })).toEqual([
      'Dry run, nothing is written: 2 waiting mails would be marked as sent.',
    ]);
    expect(await findAudit(database, 'mails')).toEqual(audited);
    expect(await mark()).toEqual(['2 waiting mails are marked as sent: they do not go out.']);
    expect(await deliverAll()).toEqual([]);
    const { rows } = await database.query('SELECT text, html, code, sent_at FROM mails ORDER BY id');
    expect(rows).toEqual(Array.from({ length: 2 }, () => ({ text: '', html: '', code: null, sent_at: NOW })));
    expect(await mark()).toEqual(['No mails wait: nothing was changed.']);
    expect((await findAudit(database, 'mails')).slice(audited.length)).toEqual([
      { who: 'grace', action: 'mails.kept-back', before: null, after: { mails: '2' } },
    ]);
    expect(await list()).toEqual(['No mails.']);
  });

  test('with --until, only mails that were created by then are marked; later ones go out', async () => {
    await queue('before', addMinutes(-1));
    await queue('then');
    await queue('after', addMinutes(1));
    expect(await mark({ until: NOW, dryRun: true })).toEqual([
      'Dry run, nothing is written: 2 waiting mails until 2026-11-21 12:00:00.000+00 would be marked as sent.',
    ]);
    expect(await mark({ until: NOW })).toEqual([
      '2 waiting mails until 2026-11-21 12:00:00.000+00 are marked as sent: they do not go out.',
    ]);
    expect(await mark({ until: NOW })).toEqual([
      'No mails until 2026-11-21 12:00:00.000+00 wait: nothing was changed.',
    ]);
    expect(await deliverAll()).toEqual(['after']);
    expect((await findAudit(database, 'mails')).at(-1)).toEqual({
      who: 'grace',
      action: 'mails.kept-back',
      before: null,
      after: { mails: '2 until 2026-11-21 12:00:00.000+00' },
    });
  });
});
