import { changeStaffProducts, listStaffProducts, type StaffProductRow } from '@shop/contracts';
import { createContractServices, renderRemote, respondTo } from '@shop/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';
import { aProductRow } from '../../testing/builders';

const LOAF = aProductRow({
  id: 'slow-loaf',
  name: 'Slow Loaf',
  sku: 'FU-BRD',
  status: 'draft',
  stock: 0,
  variants: 0,
  price: 4.1,
  original_price: null,
});

const open = async (products: readonly StaffProductRow[], change = jest.fn((): string | null => null)) => {
  const services = createContractServices([
    respondTo(listStaffProducts, () => ({ data: { items: [...products], next: null, total: products.length } })),
    respondTo(changeStaffProducts, ({ body }) => ({ data: body.ids.map((id) => ({ id, error: change() })) })),
  ]);
  const rendered = renderRemote(remote, { at: '/admin/products', services });
  await screen.findByRole('heading', { name: 'Products' });
  return { ...rendered, services };
};
const press = (key: string): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key });
const row = (name: string): HTMLElement => screen.getByRole('row', { name: new RegExp(name) });

test('a row says state, stock and price; what can no longer be bought is marked (product 16.45)', async () => {
  await open([
    aProductRow(),
    LOAF,
    aProductRow({ id: 'last', name: 'Last One', stock: 0, variants: 0, original_price: null }),
  ]);
  expect(await screen.findByRole('row', { name: /Halo/ })).toHaveTextContent('Halo Diamond Ring OR-HAL-W');
  expect(row('Halo')).toHaveTextContent('24 in 6 variants');
  expect(row('Halo')).toHaveTextContent('Before $400.00 from $320.00');
  expect(within(row('Slow Loaf')).getByText('Draft')).toBeInTheDocument();
  expect(within(row('Last One')).getByText('Out of stock')).toBeInTheDocument();
  expect(within(row('Last One')).getByRole('img', { name: 'None left' })).toBeInTheDocument();
  expect(screen.getByText('3 products')).toBeInTheDocument();
});

test('what runs low and what is out of stock have views, and few of one variant are marked (product 16.85)', async () => {
  const { services, user, location } = await open([
    aProductRow({ least: 5 }),
    aProductRow({ id: 'band', name: 'Plain Band', least: 6 }),
    aProductRow({ id: 'almonds', name: 'Almonds', stock: 5, variants: 0 }),
  ]);
  await screen.findByRole('row', { name: /Halo/ });
  expect(within(row('Halo')).getByRole('img', { name: 'Few left of a variant' })).toBeInTheDocument();
  expect(within(row('Plain Band')).queryByRole('img')).toBeNull();
  expect(within(row('Almonds')).getByRole('img', { name: 'Few left' })).toBeInTheDocument();
  for (const [name, view] of [
    ['Low stock', 'low'],
    ['Out of stock', 'out'],
  ] as const) {
    await user.click(within(screen.getByRole('navigation', { name: 'Views' })).getByRole('link', { name }));
    await waitFor(() => expect(location()).toBe(`/admin/products?view=${view}`));
    await waitFor(() => expect(services.listCalls(listStaffProducts).at(-1)?.query).toEqual({ view }));
  }
});

test('the desk leads to imports, and exports products of its storefront (product 16.65)', async () => {
  const { user, location } = await open([aProductRow()]);
  const exported = screen.getByRole('link', { name: 'Export' });
  expect(exported).toHaveAttribute('href', '/api/admin/products/export');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Storefront' }), 'organic-store');
  await waitFor(() => expect(exported).toHaveAttribute('href', '/api/admin/products/export?store=organic-store'));
  expect(exported).toHaveAttribute('download');
  await user.click(screen.getByRole('link', { name: 'Import' }));
  await waitFor(() => expect(location()).toBe('/admin/products/import'));
});

test('selected products are published by a key, and Z takes each back to what it was (product 16.46)', async () => {
  const { services, user } = await open([aProductRow({ status: 'archived' }), LOAF]);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  press('p');
  expect(await screen.findByText('2 products published.')).toBeInTheDocument();
  press('z');
  expect(await screen.findByText('2 products: taken back.')).toBeInTheDocument();
  expect(services.listCalls(changeStaffProducts).map(({ body }) => body)).toEqual([
    { ids: ['ring-halo', 'slow-loaf'], status: 'published' },
    { ids: ['slow-loaf'], status: 'draft' },
    { ids: ['ring-halo'], status: 'archived' },
  ]);
});

test('a sale asks for a percentage that can be, names what was refused, and keeps the rest (product 16.46)', async () => {
  const change = jest
    .fn<string | null, []>(() => null)
    .mockReturnValueOnce('Halo Diamond Ring has variants: change their prices one by one.');
  const { services, user } = await open([aProductRow(), LOAF], change);
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Prices' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Prices of 2 products' }));
  await user.type(dialog.getByLabelText('Percent off'), '95');
  await user.click(dialog.getByRole('button', { name: 'Sale: 2 products' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('A whole number from 1 to 90.');
  await user.clear(dialog.getByLabelText('Percent off'));
  await user.type(dialog.getByLabelText('Percent off'), '20');
  await user.click(dialog.getByRole('button', { name: 'Sale: 2 products' }));
  expect(await screen.findByText(/Not changed: Halo Diamond Ring/)).toBeInTheDocument();
  expect(services.listCalls(changeStaffProducts).at(-1)?.body).toEqual({
    ids: ['ring-halo', 'slow-loaf'],
    sale_percent: 20,
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('without products, it says where they come from; a search without results offers to clear it (product 16.45)', async () => {
  const { user } = await open([]);
  expect(await screen.findByText('No products yet')).toBeInTheDocument();
  await user.type(screen.getByRole('searchbox', { name: 'Name, SKU, brand or category' }), 'ring');
  expect(await screen.findByText('No products match')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('No products yet')).toBeInTheDocument();
});

test('a row leads to its product (product 16.66)', async () => {
  const { user, location } = await open([LOAF]);
  await user.click(await screen.findByRole('link', { name: 'Slow Loaf' }));
  await waitFor(() => expect(location()).toBe('/admin/products/slow-loaf'));
});

test('N makes a new product from the list (product 16.66)', async () => {
  const { location } = await open([LOAF]);
  await screen.findByRole('link', { name: 'New product' });
  press('n');
  await waitFor(() => expect(location()).toBe('/admin/products/new'));
});
