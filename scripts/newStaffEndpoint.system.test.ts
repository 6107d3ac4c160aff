import { RepositoryCopy } from '@shop/build/testing/RepositoryCopy';

/** An endpoint for staff that is added to a copy of the repository, where docs/architecture.md 6 says. */
let copy: RepositoryCopy;
beforeAll(() => {
  copy = new RepositoryCopy();
  copy.commit();
}, 60_000);
afterAll(() => copy.remove());

const replace = (file: string, replacements: Readonly<Record<string, string>>): void =>
  copy.edit(file, (text) =>
    Object.entries(replacements).reduce((changed, [from, to]) => {
      expect([file, from, changed.split(from).length - 1]).toEqual([file, from, 1]);
      return changed.replace(from, () => to);
    }, text),
  );
const append = (file: string, added: string): void => copy.edit(file, (text) => `${text}\n${added}`);

const API = 'api/src/modules/reviews';
const CONTRACT = `/** Shortens the name of an author who asked for it: "Grace Hopper" becomes "Grace H." */
export const shortenAuthor = defineEndpoint({
  method: 'POST',
  path: '/admin/reviews/:id/author',
  access: { staff: 'reviews.write' },
  params: Type.Object({ id: Type.String({ pattern: '^[0-9]{1,9}$' }) }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), review: StaffReview }),
  failureMessage: 'The name could not be shortened.',
});
`;
const ROUTE = `  route(app, shortenAuthorEndpoint, { summary: 'Shortens the name of an author.', cache: 'private' })(
    async ({ params }, { staff }) => {
      await shortenAuthor(context, Number(params.id), staff);
      const review = await findDeskReview(database, Number(params.id));
      if (!review) throw new ShopError('REVIEW_NOT_FOUND');
      return { status: true, message: 'Saved.', review };
    },
  );

`;
const RULE = `/** Leaves the first letter of the last name. @throws {ShopError} REVIEW_NOT_FOUND. */
export const shortenAuthor = ({ database, clock }: DeskContext, id: number, { actor }: StaffSession): Promise<void> =>
  database.transaction(async (connection) => {
    const before = await lockAuthor(connection, id);
    if (before === undefined) throw new ShopError('REVIEW_NOT_FOUND');
    const after = before.replace(/^(\\S+) (\\S)\\S+$/, '$1 $2.');
    if (after === before) return;
    await setAuthor(connection, id, after);
    await insertAudit(connection, { actor, action: 'review.author-shortened', subject: String(id) }, clock.now());
  });
`;
const SQL = `export const lockAuthor = async (connection: Queryable, id: number): Promise<string | undefined> =>
  (await connection.query<{ name: string }>('SELECT user_name AS name FROM reviews WHERE id = $1 FOR UPDATE', [id]))
    .rows[0]?.name;

export const setAuthor = async (connection: Queryable, id: number, name: string): Promise<void> => {
  await connection.query('UPDATE reviews SET user_name = $2 WHERE id = $1', [id, name]);
};
`;
const BUTTON = `<Button onClick={() => void call(shortenAuthor, { params: { id: String(review.id) } }).then(onChanged)}>
          Shorten the name
        </Button>
        `;
const TEST = `import { findAudit } from '../../testing/anOperator';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { buildTestApp } from '../../testing/testApp';
import { openTestDatabase } from '../../testing/testDatabase';

const clock = { now: () => new Date('2026-11-21T12:00:00Z') };

test('who may write reviews shortens a name, once, and the audit says who', async () => {
  const database = await openTestDatabase('PGlite');
  const app = await buildTestApp(database, {}, clock);
  const ada = await new StaffVisitor(app, database, clock).join('ada@example.com', 'content');
  const alan = await new StaffVisitor(app, database, clock).join('alan@example.com', 'analyst', 'Alan');
  const { rows } = await database.query<{ id: number }>(
    "UPDATE reviews SET user_name = 'Grace Hopper' WHERE id = (SELECT min(id) FROM reviews) RETURNING id",
  );
  const path = \`/reviews/\${rows[0]?.id}/author\`;
  expect((await alan.post(path)).json()).toMatchObject({ code: 'NOT_ALLOWED' });
  expect((await ada.post('/reviews/999999/author')).statusCode).toBe(404);
  for (let times = 0; times < 2; times += 1)
    expect((await ada.post(path)).json()).toMatchObject({ review: { author: 'Grace H.' } });
  expect(await findAudit(database, String(rows[0]?.id))).toMatchObject([
    { who: 'Ada', action: 'review.author-shortened' },
  ]);
  await app.close();
  await database.close();
}, 120_000);
`;
/** Of this test, not of the change: opens the page, as the change has left it. */
const PAGE_TEST = `import { getStaffMe, listStaffReviews, shortenAuthor } from '@shop/contracts';
import { createExample } from '@shop/contracts/answers/createExample';
import { respondTo } from '@shop/contracts/answers/respondTo';
import { createContractServices, renderRemote } from '@shop/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { remote } from '../remote';

test('the page of reviews shortens a name', async () => {
  const services = createContractServices([
    respondTo(getStaffMe, () => {
      const { me }: any = createExample(getStaffMe.response);
      return { me: { ...me, role: 'content' } };
    }),
    respondTo(listStaffReviews, () => {
      const { data }: any = createExample(listStaffReviews.response);
      return { data: { items: [{ ...data.items[0], id: 7, state: 'waiting', decision: null }], next: null } };
    }),
  ]);
  const { user } = renderRemote(remote, { at: '/admin/reviews', services });
  await user.click(await screen.findByRole('button', { name: 'Shorten the name' }));
  await waitFor(() => expect(services.listCalls(shortenAuthor)).toEqual([{ params: { id: '7' } }]));
});
`;

test('an endpoint for staff with rule, permission, audit row and its place on a page: six files', () => {
  append('shared/contracts/admin/reviews.ts', CONTRACT);
  replace(`${API}/reviewDeskRoutes.ts`, {
    '  replyToReview as replyToReviewEndpoint,\n':
      '  replyToReview as replyToReviewEndpoint,\n  shortenAuthor as shortenAuthorEndpoint,\n',
    'replyToReview, undoDecisions }': 'replyToReview, shortenAuthor, undoDecisions }',
    '  route(app, getCounts,': `${ROUTE}  route(app, getCounts,`,
  });
  append(`${API}/reviewDesk.ts`, RULE);
  replace(`${API}/reviewDesk.ts`, { '  lockReply,\n': '  lockAuthor,\n  lockReply,\n  setAuthor,\n' });
  append(`${API}/reviewDeskRepository.ts`, SQL);
  replace('mfe-admin/src/reviews/ReviewDetail.tsx', {
    'replyToReview, type StaffReview }': 'replyToReview, shortenAuthor, type StaffReview }',
    '  const me = useAppSelector(selectMe);\n': '  const me = useAppSelector(selectMe);\n  const call = useCall();\n',
    '<span className={styles.hint}>J and K: next, previous</span>': `${BUTTON}<span className={styles.hint}>J and K: next, previous</span>`,
  });
  copy.write(`${API}/shortenAuthor.test.ts`, TEST);
  expect(copy.findChangedFiles()).toHaveLength(6);

  copy.write(
    'tsconfig.planted.json',
    JSON.stringify({ extends: './tsconfig.base.json', include: ['api', 'shared', 'mfe-admin/src', 'imports.d.ts'] }),
  );
  expect(copy.run('tsc', '--noEmit', '-p', 'tsconfig.planted.json')).toEqual({ code: 0, output: '' });
  copy.write('mfe-admin/src/reviews/planted.test.tsx', PAGE_TEST);
  // The walk of endpoints × roles knows the endpoint by its contract.
  const tests = ['reviews/shortenAuthor\\.', 'http/access\\.', 'reviews/planted\\.'];
  expect(
    copy.run('jest', '--verbose', '--selectProjects', 'api', 'mfe-admin', '--testPathPatterns', ...tests),
  ).toMatchObject({
    code: 0,
    output: expect.stringMatching(/POST \/admin\/reviews\/:id\/author[^]*Test Suites: 3 passed, 3 total/),
  });
}, 480_000);
