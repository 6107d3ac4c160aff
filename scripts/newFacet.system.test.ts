import { RepositoryCopy } from '@shop/build/testing/RepositoryCopy';
import { formatLine } from '../api/src/csv/csvLine';
import { readCsv } from '../api/src/modules/catalog/import/readCsv';

/** A facet that is added to a copy of the repository: decision 0042. */
let copy: RepositoryCopy;

const replace = (file: string, from: string, to: string): void => {
  expect(copy.read(file)).toContain(from);
  copy.edit(file, (text) => text.replace(from, to));
};

const LAST_ROW = "  { id: 'free_from', label: 'Free from', kind: 'attribute', isSearched: false },\n";
const CERTIFICATE_ROW =
  "  { id: 'certificate', label: 'Certificate', kind: 'attribute', valueLabels: { igl: 'IGL' } },\n";
const GOODS = 'api/content/goods/jewellery.csv';
/** The last column, by the first. */
const CERTIFICATES: Readonly<Record<string, string>> = {
  id: 'certificate',
  'ring-halo': 'igl',
  'ring-halo-sapphire': 'house-report',
};

beforeAll(async () => {
  copy = new RepositoryCopy();
  copy.commit();
  expect(copy.findChangedFiles()).toEqual([]);
  replace('shared/contracts/facets.ts', LAST_ROW, LAST_ROW + CERTIFICATE_ROW);
  const { records } = await readCsv(Buffer.from(copy.read(GOODS)));
  const lines = records.map(({ cells }) => formatLine([...cells, CERTIFICATES[cells[0] ?? ''] ?? '']));
  copy.write(GOODS, lines.join(''));
}, 60_000);
afterAll(() => copy.remove());

test('a new facet is its row and its values: two files, and no migration', () => {
  expect(copy.findChangedFiles()).toEqual([GOODS, 'shared/contracts/facets.ts']);
  expect(copy.run('npm', 'run', '--workspace', 'api', 'migrations:generate').output).toContain('No schema changes');
}, 60_000);

const API_TEST = `import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { listProducts } from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import { exportProducts } from './import/exportProducts';
import { importProducts } from '../../../operator/importProducts';
import { anOperator } from '../../testing/anOperator';
import { buildTestApp } from '../../testing/testApp';
import { openTestDatabase } from '../../testing/testDatabase';

test('products are filtered, counted, searched, exported and imported by certificate', async () => {
  const database = await openTestDatabase('PGlite');
  const app = await buildTestApp(database);
  const list = async (query: string) => {
    const answer: unknown = (await app.inject('/api/products?' + query)).json();
    if (!Check(listProducts.response, answer)) throw new Error(query);
    return answer.data;
  };
  const listIds = async (query: string) => (await list(query)).items.map(({ id }) => id).sort();

  const page = await list('certificate=igl');
  expect(page).toMatchObject({ total: 1, items: [{ id: 'ring-halo', certificate: 'igl', material: 'gold' }] });
  expect(page.facets.certificate).toEqual([
    { value: 'house-report', label: 'House report', count: 1 },
    { value: 'igl', label: 'IGL', count: 1 },
  ]);
  expect((await list('stone=diamond')).facets.certificate).toEqual([{ value: 'igl', label: 'IGL', count: 1 }]);
  expect(await listIds('certificate=igl,house-report')).toEqual(['ring-halo', 'ring-halo-sapphire']);
  expect(await listIds('certificate=igl&certificate=house-report')).toEqual(['ring-halo', 'ring-halo-sapphire']);
  expect(await listIds('certificate=igl&stone=silver-stone')).toEqual([]);
  expect(await listIds('certificate=unknown')).toEqual([]);
  expect(await listIds('q=house-report')).toEqual(['ring-halo-sapphire']);

  let csv = '';
  for await (const part of exportProducts(database, null)) csv += part;
  expect(csv.split('\\r\\n')[0]).toContain(',free_from,certificate,unit,');
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'certificate-')), 'products.csv');
  fs.writeFileSync(file, csv.replace(',igl,', ',gia,'));
  const { context, printed } = anOperator(database);
  await importProducts(context, file, { dryRun: true });
  await importProducts(context, file, { dryRun: false });
  expect(printed.join()).toContain('ring-halo: certificate igl -> gia');
  expect(await listIds('certificate=igl')).toEqual([]);
  expect(await listIds('certificate=gia')).toEqual(['ring-halo']);
  await app.close();
  await database.close();
}, 120_000);
`;

const PANEL_TEST = `import { aProduct, aProductDetail, aProductPage, createFakeServices, renderRemote, respondTo } from '@shop/shared/testing';
import { getProduct, listProducts, listRelatedProducts } from '@shop/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';

test('the panel has a group of certificates, which filters', async () => {
  const page = aProductPage([aProduct()]);
  const facets = { ...page.facets, certificate: [{ value: 'igl', label: 'IGL', count: 1 }] };
  const services = createFakeServices([respondTo(listProducts, () => ({ data: { ...page, total: 2, facets } }))]);
  const { user, location } = renderRemote(remote, { at: '/products', services });
  const filters = within(await screen.findByRole('complementary', { name: 'Filters' }));
  const group = within(await filters.findByRole('group', { name: 'Certificate' }));
  await user.click(group.getByRole('checkbox', { name: /IGL/ }));
  await waitFor(() => expect(location()).toBe('/products?certificate=igl'));
});

test('the page of a product names its certificate', async () => {
  renderRemote(remote, {
    at: '/products/ring-halo',
    services: createFakeServices([
      respondTo(getProduct, () => ({ data: aProductDetail({ certificate: 'igl' }) })),
      respondTo(listRelatedProducts, () => ({ data: [] })),
    ]),
  });
  expect(await screen.findByRole('row', { name: 'Certificate IGL' })).toBeInTheDocument();
});
`;

test('API, product files and pages take it from there', () => {
  copy.write('api/src/modules/catalog/certificateFacet.test.ts', API_TEST);
  copy.write('mfe-catalog/src/features/listing/certificateFacet.test.tsx', PANEL_TEST);
  copy.write(
    'tsconfig.planted.json',
    JSON.stringify({ extends: './tsconfig.base.json', include: ['api', 'mfe-catalog', 'shared', 'imports.d.ts'] }),
  );
  expect(copy.run('tsc', '--noEmit', '-p', 'tsconfig.planted.json')).toEqual({ code: 0, output: '' });
  expect(
    copy.run('jest', '--verbose', '--selectProjects', 'api', 'mfe-catalog', '--testPathPatterns', 'certificateFacet'),
  ).toMatchObject({ code: 0, output: expect.stringContaining('Tests:       3 passed, 3 total') });
}, 480_000);
