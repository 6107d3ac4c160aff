import {
  applyStaffImport,
  discardImport,
  getImport,
  listImportChanges,
  listImports,
  planImportAgain,
  undoStaffImport,
  uploadImport,
  uploadPicture,
  type ImportRow,
  type StaffImport,
  type StaffPicture,
} from '@shop/contracts';
import { createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';

const aRow = (overrides: Partial<ImportRow> = {}): ImportRow => ({
  id: 7,
  file: 'goods.csv',
  state: 'planned',
  at: '2026-11-21T12:00:00Z',
  by: 'Ada',
  totals: { created: 30, changed: 20, unchanged: 4 },
  can_undo: false,
  undone_by: null,
  ...overrides,
});
const anImport = (overrides: Partial<StaffImport> = {}): StaffImport => ({
  ...aRow(),
  options: { store: '', category: '', brand: '', create: false },
  progress: { done: 0, of: 0 },
  format: null,
  hash: 'a plan',
  is_other: false,
  problems: [],
  problem_count: 0,
  notices: [],
  notice_count: 0,
  new_categories: [],
  new_brands: [],
  pages: 1,
  error: '',
  ...overrides,
});
const aPicture = (overrides: Partial<StaffPicture> = {}): StaffPicture => ({
  id: 1,
  hash: 'a'.repeat(64),
  name: 'ring.jpg',
  url: '/media/added/ring-640.webp',
  width: 1_200,
  height: 1_200,
  alt: '',
  state: 'ready',
  error: '',
  bytes: 3,
  by: 'Ada',
  date: '2026-11-21T12:00:00Z',
  ...overrides,
});
const CHANGES = [
  {
    id: 'ring-halo',
    name: 'Halo Diamond Ring',
    is_new: false,
    columns: [{ column: 'original_price', before: '', after: '400.00' }],
  },
  { id: 'comet', name: 'Comet Ring', is_new: true, columns: [{ column: 'price', before: '', after: '12.50' }] },
];
const GROUPS = [{ store: 'jewellery-store', slug: 'rings', name: 'Rings' }];

interface Api {
  /** The import that the API has. */
  stored: StaffImport;
  rows: readonly ImportRow[];
}

const open = (api: Api, at = '/admin/products/import', answers: Parameters<typeof createContractServices>[0] = []) => {
  const answer = (changes: Partial<StaffImport> = {}) => {
    api.stored = { ...api.stored, ...changes };
    return { data: api.stored };
  };
  const services = createContractServices([
    ...answers,
    respondTo(listImports, () => ({ data: { items: [...api.rows], categories: GROUPS, brands: [] } })),
    respondTo(getImport, () => answer()),
    respondTo(listImportChanges, () => ({ data: { items: CHANGES, pages: api.stored.pages } })),
    respondTo(uploadImport, () => answer()),
    respondTo(planImportAgain, ({ body }) =>
      answer({ options: body, state: 'planned', problems: [], problem_count: 0 }),
    ),
    respondTo(applyStaffImport, () => answer({ state: 'applying' })),
    respondTo(undoStaffImport, () => answer({ state: 'undoing' })),
    respondTo(discardImport, () => ({})),
    respondTo(uploadPicture, () => ({ picture: aPicture() })),
  ]);
  return { ...renderRemote(remote, { at, services }), services };
};
const aFile = (name: string): File => new File(['sku,price\nA,5\n'], name);
const drop = (...names: readonly string[]): void =>
  void fireEvent.drop(window, { dataTransfer: { files: names.map(aFile), types: ['Files'] } });
const slow = { timeout: 4_000 };

test('a file that is dropped is sent with what was chosen, and its plan stands in the address (product 16.58, 16.60)', async () => {
  const { user, services, location } = open({ stored: anImport(), rows: [] });
  await screen.findByRole('heading', { name: 'Import products' });
  await user.selectOptions(screen.getByLabelText('Storefront'), 'jewellery-store');
  await user.type(screen.getByLabelText('Category'), 'Rings');
  await user.click(screen.getByRole('checkbox', { name: 'Make categories and brands that do not exist' }));
  drop('goods.csv');
  expect(await screen.findByRole('button', { name: 'Import 50 products' })).toBeVisible();
  expect(location()).toBe('/admin/products/import?import=7');
  expect(services.listCalls(uploadImport).map(({ query }) => query)).toEqual([
    { name: 'goods.csv', store: 'jewellery-store', category: 'Rings', create: 'true' },
  ]);
});

test('pictures and a file that are dropped together: the pictures go first, and what fails is named (product 16.62)', async () => {
  let answerPicture = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answerPicture = resolve));
  const { user, services } = open({ stored: anImport(), rows: [] }, undefined, [
    respondTo(uploadPicture, async ({ query }) => {
      await answered;
      return {
        picture: aPicture(query.name === 'torn.png' ? { state: 'failed', error: 'This file is damaged.' } : {}),
      };
    }),
  ]);
  await screen.findByRole('heading', { name: 'Import products' });
  drop('goods.csv', 'ring.jpg', 'torn.png', 'notes.docx', 'more.csv');
  expect(await screen.findByText('goods.csv waits until the pictures are sent.')).toBeVisible();
  const alert = screen.getByText('more.csv is left out: one product file at a time.').parentElement;
  expect(alert).toHaveTextContent('notes.docx is neither CSV nor a picture.');
  expect(services.listCalls(uploadImport)).toEqual([]);
  answerPicture();
  expect(await screen.findByText('1 of 2 pictures ready, 1 not')).toBeVisible();
  expect(screen.getByText(/This file is damaged/)).toHaveTextContent('torn.png: This file is damaged.');
  expect(await screen.findByRole('button', { name: 'Import 50 products' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Leave torn.png out' }));
  expect(screen.getByText('1 of 1 picture ready')).toBeVisible();
});

test('a file that was not taken says why and can be sent again; a table that is pasted is a file (product 16.58)', async () => {
  let isFull = true;
  const { user, services } = open({ stored: anImport(), rows: [] }, undefined, [
    respondTo(uploadImport, () =>
      isFull ? refuse('Many files are on their way already.', { status: 429 }) : { data: anImport() },
    ),
  ]);
  await screen.findByRole('heading', { name: 'Import products' });
  fireEvent.paste(document.body, { clipboardData: { files: [], getData: () => 'sku\tprice\nA\t5\n' } });
  expect(await screen.findByText('pasted.csv: Many files are on their way already.')).toBeVisible();
  isFull = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Import 50 products' })).toBeVisible();
  expect(services.listCalls(uploadImport)).toHaveLength(2);
});

test('a plan says what it changes, before and after, and what should be known (product 16.59)', async () => {
  const stored = anImport({
    format: 'Etsy',
    notices: [{ line: 3, column: 'QUANTITY', message: 'is that of all its variants together' }],
    notice_count: 1,
  });
  open({ stored, rows: [] }, '/admin/products/import?import=7');
  expect(
    await screen.findByText('goods.csv: 30 new, 20 changed, 4 as they are. Nothing is changed yet.'),
  ).toBeVisible();
  expect(screen.getByText('An export of Etsy.')).toBeVisible();
  expect(screen.getByText('Line 3, QUANTITY: is that of all its variants together')).toBeVisible();
  const changed = await screen.findByRole('row', { name: /Halo Diamond Ring/ });
  expect(changed).toHaveTextContent('Original priceempty → 400.00');
  expect(screen.getByRole('row', { name: /Comet Ring/ })).toHaveTextContent('New1 valuesPrice12.50');
});

test('errors are listed by line and column; the corrected file replaces the one before (product 16.59)', async () => {
  const api: Api = {
    stored: anImport({
      state: 'refused',
      problems: [
        { line: 2, column: 'original_price', message: 'must be above the price of 5.00' },
        { line: 1_204, column: '', message: 'has 3 cells; the first line names 2 columns' },
      ],
      problem_count: 1_100,
    }),
    rows: [],
  };
  const { services, location } = open(api, '/admin/products/import?import=7');
  expect(
    await screen.findByText('1,100 errors in goods.csv. Correct the file and drop it again: nothing was changed.'),
  ).toBeVisible();
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1);
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '2Original pricemust be above the price of 5.00',
    '1,204The linehas 3 cells; the first line names 2 columns',
  ]);
  expect(screen.getByText('These are the first 2 of 1,100 errors.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Import / })).toBeNull();
  api.stored = anImport({ id: 8 });
  drop('goods.csv');
  await waitFor(() => expect(location()).toBe('/admin/products/import?import=8'));
  expect(services.listCalls(discardImport)).toEqual([{ params: { id: '7' } }]);
});

test('what does not exist is offered to be made, without another upload (product 16.60)', async () => {
  const stored = anImport({
    state: 'refused',
    problems: [{ line: 2, column: 'category', message: 'is not one of jewellery-store: rings' }],
    problem_count: 1,
    new_categories: [{ store: 'jewellery-store', slug: 'tiaras', name: 'Tiaras' }],
    new_brands: [{ store: 'jewellery-store', slug: 'ada', name: 'Ada' }],
  });
  const { user, services } = open({ stored, rows: [] }, '/admin/products/import?import=7');
  expect(await screen.findByText('These do not exist: category Tiaras; brand Ada.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Make them' }));
  expect(await screen.findByText('New: category Tiaras; brand Ada.')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /^Make categories/ })).toBeChecked();
  await user.type(screen.getByLabelText('Brand'), 'Oak{Enter}');
  await waitFor(() => expect(services.listCalls(planImportAgain)).toHaveLength(2));
  expect(services.listCalls(planImportAgain).map(({ body }) => body)).toEqual([
    { store: '', category: '', brand: '', create: true },
    { store: '', category: '', brand: 'Oak', create: true },
  ]);
  expect(services.listCalls(uploadImport)).toEqual([]);
});

test('an import is applied as it was seen, followed to its end, and undone (product 16.61, 16.63)', async () => {
  const api: Api = { stored: anImport(), rows: [aRow()] };
  const { user, services } = open(api, '/admin/products/import?import=7');
  await user.click(await screen.findByRole('button', { name: 'Import 50 products' }));
  expect(
    await screen.findByText('50 products of goods.csv are being imported. You can leave this page.'),
  ).toBeVisible();
  expect(services.listCalls(applyStaffImport)).toEqual([{ params: { id: '7' }, body: { hash: 'a plan' } }]);
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  api.stored = { ...api.stored, progress: { done: 20, of: 50 } };
  expect(await screen.findByText('20 of 50', {}, slow)).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '20');
  api.stored = { ...api.stored, state: 'applied', can_undo: true };
  await user.click(await screen.findByRole('button', { name: 'Undo' }, slow));
  const question = within(screen.getByRole('dialog', { name: 'Undo the import of goods.csv?' }));
  expect(question.getByText('30 new products will be deleted. What orders have is archived instead.')).toBeVisible();
  expect(question.getByText('20 changed products will be as before.')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Keep it' }));
  expect(services.listCalls(undoStaffImport)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.click(screen.getByRole('button', { name: 'Undo the import' }));
  expect(await screen.findByText('The import of goods.csv is being undone.')).toBeVisible();
  api.stored = { ...api.stored, state: 'undone', can_undo: false, undone_by: 'Grace' };
  expect(await screen.findByText('The import of goods.csv was undone by Grace.', {}, slow)).toBeVisible();
});

test('a page that is opened while something is imported shows how far it is; without the API it says so and goes on (product 16.64)', async () => {
  let isResting = false;
  const api: Api = { stored: anImport({ state: 'applying', progress: { done: 5, of: 50 } }), rows: [] };
  open(api, '/admin/products/import?import=7', [
    respondTo(getImport, () => (isResting ? refuse('The shop is resting.', { status: 503 }) : { data: api.stored })),
  ]);
  expect(await screen.findByText('5 of 50')).toBeVisible();
  isResting = true;
  expect(await screen.findByText('The shop is resting. What you see is from before.', {}, slow)).toBeVisible();
  isResting = false;
  api.stored = anImport({ state: 'applied', can_undo: true });
  expect(await screen.findByText(/^50 products of goods\.csv imported/, {}, slow)).toBeVisible();
});

test('a plan that is no longer true is shown as the new one; an undo that is refused says who stands in the way (product 16.61, 16.63)', async () => {
  const api: Api = { stored: anImport({ is_other: true }), rows: [] };
  const { user } = open(api, '/admin/products/import?import=7', [
    respondTo(applyStaffImport, () => refuse('Somebody else has just imported it.', { status: 409 })),
  ]);
  expect(await screen.findByText(/^The shop has changed since you looked, and nothing was imported\./)).toBeVisible();
  api.stored = anImport({
    state: 'applied',
    can_undo: true,
    error: 'Import 7 cannot be undone: comet-ring changed since.',
  });
  await user.click(screen.getByRole('button', { name: 'Import 50 products' }));
  expect(await screen.findByText('Somebody else has just imported it.')).toBeVisible();
  expect(await screen.findByText('Import 7 cannot be undone: comet-ring changed since.')).toBeVisible();
});

test('the last imports say who, when and how much, and one is undone from there (product 16.61)', async () => {
  const { user, services, location } = open({
    stored: anImport({ state: 'applied', can_undo: true }),
    rows: [
      aRow({ id: 8, file: 'new.csv', state: 'waiting', totals: { created: 0, changed: 0, unchanged: 0 } }),
      aRow({ id: 7, state: 'applied', can_undo: true }),
      aRow({ id: 6, file: 'old.csv', state: 'undone', undone_by: 'Grace' }),
    ],
  });
  expect(await screen.findByRole('row', { name: /new\.csv/ })).toHaveTextContent(/^new\.csvWaitingAda/);
  expect(screen.getByRole('row', { name: /goods\.csv/ })).toHaveTextContent('30 new, 20 changed, 4 as they are');
  expect(screen.getByRole('row', { name: /old\.csv/ })).toHaveTextContent('Undone');
  expect(screen.getByRole('row', { name: /old\.csv/ })).toHaveTextContent('Ada, undone by Grace');
  await user.click(screen.getByRole('button', { name: 'Undo goods.csv' }));
  await user.click(screen.getByRole('button', { name: 'Undo the import' }));
  await waitFor(() => expect(location()).toBe('/admin/products/import?import=7'));
  expect(services.listCalls(undoStaffImport)).toEqual([{ params: { id: '7' } }]);
});

test('a file is discarded, and the page is ready for the next one (product 16.58)', async () => {
  const { user, location } = open({ stored: anImport(), rows: [] }, '/admin/products/import?import=7');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(location()).toBe('/admin/products/import'));
  expect(screen.queryByRole('button', { name: /^Import / })).toBeNull();
});

test('the page names the columns of a file, and saves one with two drafts (product 16.47)', async () => {
  const blobs: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  const saved: string[] = [];
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { user } = open({ stored: anImport(), rows: [] });
  await user.click(await screen.findByText('What a product file looks like'));
  expect(screen.getByText('New products are in the shop at once, unless the column status says draft.')).toBeVisible();
  expect(screen.getByText('The storefront: jewellery-store (Oriel) or organic-store (Furrow).')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Download an example' }));
  click.mockRestore();
  expect(saved).toEqual(['products-example.csv']);
  const [heads = '', ...rows] = ((await blobs[0]?.text()) ?? '').trim().split('\r\n');
  expect(heads.replaceAll('"', '')).toBe(
    'store,sku,name,category,brand,price,short_description,description,stock,status,images,original_price',
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(/^"jewellery-store","EXAMPLE-1","First example","Rings","Own work","120.00",/);
  expect(rows.every((row) => row.includes(',"draft",'))).toBe(true);
});
