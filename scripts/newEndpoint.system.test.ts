import { RepositoryCopy } from '@shop/build/testing/RepositoryCopy';

/** An endpoint that is added to a copy of the repository, where docs/architecture.md 6 says. */
let copy: RepositoryCopy;
beforeAll(() => {
  copy = new RepositoryCopy();
  copy.commit();
}, 60_000);
afterAll(() => copy.remove());

const add = (file: string, before: string, added: string): void => {
  expect(copy.read(file)).toContain(before);
  copy.edit(file, (text) => text.replace(before, `${added}${before}`));
};
const append = (file: string, added: string): void => copy.edit(file, (text) => `${text}\n${added}`);

const CONTRACT = `export const getBrand = defineEndpoint({
  method: 'GET',
  access: 'anyone',
  isPublic: true,
  path: '/brands/:slug',
  params: Type.Object({ slug: Type.String({ maxLength: 64 }) }),
  response: Type.Object({ success: Type.Literal(true), data: Brand, message: Type.String() }),
  failureMessage: BRANDS_FAILURE,
});
`;
const ANSWER = '  respondTo(getBrand, ({ params }) => ({ data: aBrand({ slug: params.slug }) })),\n';
const ROUTE = `  route(app, getBrand, { summary: 'Returns a brand.', cache: 'public' })(async ({ params }) => {
    const brand = await findBrand(database, params.slug);
    if (!brand) throw new ShopError('BRAND_NOT_FOUND');
    return { success: true, data: brand, message: 'Brand' };
  });

`;
const SQL = `export const findBrand = async (database: Readable, slug: string): Promise<Brand | undefined> => {
  const { rows } = await database.query<Brand>('SELECT id, slug, name, logo FROM brands WHERE slug = $1', [slug]);
  return rows[0];
};
`;
const TEST = `import { createExampleFetch } from '@shop/contracts/answers/createExampleFetch';
import { buildTestApp } from '../../testing/testApp';
import { openTestDatabase } from '../../testing/testDatabase';

test('the API answers, and a remote on trial gets the example', async () => {
  const database = await openTestDatabase('PGlite');
  const app = await buildTestApp(database);
  const answer = await app.inject('/api/brands/gold-masters');
  expect(answer.json()).toMatchObject({ success: true, data: { slug: 'gold-masters' } });
  expect((await app.inject('/api/brands/nobody')).statusCode).toBe(404);
  const example = await createExampleFetch({ signedIn: false })('/api/brands/mine');
  expect(await example.json()).toMatchObject({ data: { slug: 'mine' } });
  await app.close();
  await database.close();
}, 120_000);
`;

test('a new endpoint is a contract, an answer, a route with its rule, an error, SQL and a test: six files', () => {
  const module = 'api/src/modules/catalog';
  append('shared/contracts/brands.ts', CONTRACT);
  add('shared/contracts/answers/contractAnswers.ts', '  respondTo(listCategories', ANSWER);
  copy.edit('shared/contracts/answers/contractAnswers.ts', (text) =>
    text.replace('{ listBrands }', '{ getBrand, listBrands }'),
  );
  add(`${module}/brandsRoutes.ts`, '  route(app, listBrands', ROUTE);
  copy.edit(`${module}/brandsRoutes.ts`, (text) =>
    text
      .replace('listBrands }', 'getBrand, listBrands }')
      .replace('{ findBrands }', '{ findBrand, findBrands }')
      .replace("import { route } from '../../http/route';", "$&\nimport { ShopError } from '../../http/ShopError';"),
  );
  // NOT_FOUND alone is an address that does not exist.
  add('api/src/http/ShopError.ts', '  POST_NOT_FOUND', "  BRAND_NOT_FOUND: [404, 'Brand not found'],\n");
  append(`${module}/brandsRepository.ts`, SQL);
  copy.write(`${module}/brand.test.ts`, TEST);
  expect(copy.findChangedFiles()).toHaveLength(6);
  copy.write(
    'tsconfig.planted.json',
    JSON.stringify({ extends: './tsconfig.base.json', include: ['api', 'shared', 'imports.d.ts'] }),
  );
  expect(copy.run('tsc', '--noEmit', '-p', 'tsconfig.planted.json')).toEqual({ code: 0, output: '' });
  expect(
    copy.run(
      'jest',
      '--selectProjects',
      'api',
      'shared',
      '--testPathPatterns',
      'catalog/brand\\.',
      'http/access\\.',
      'createTestServices',
    ),
  ).toMatchObject({ code: 0, output: expect.stringContaining('Test Suites: 3 passed, 3 total') });
}, 480_000);
