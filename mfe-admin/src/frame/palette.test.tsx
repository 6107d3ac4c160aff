import {
  getStaffMe,
  listStaffCustomers,
  listStaffOrders,
  listStaffProducts,
  type Role,
  type StaffCustomerRow,
  type StaffOrderRow,
  type StaffProductRow,
} from '@shop/contracts';
import { createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../remote';
import { aCustomerRow, anOrderRow, aProductRow, meAs, numberOf } from '../testing/builders';

const anOrderOf = (customer: string, index: number): StaffOrderRow =>
  anOrderRow(index, { customer, status: 'shipped', total: 672 });

/** Opens the palette at the account, which asks for nothing else. */
const open = async (
  role: Role,
  find: (text: string) => StaffOrderRow[] | Promise<StaffOrderRow[]>,
  findProducts: () => StaffProductRow[] = () => [],
  customers: StaffCustomerRow[] = [],
) => {
  const services = createContractServices([
    respondTo(getStaffMe, () => ({ me: meAs(role) })),
    respondTo(listStaffOrders, async ({ query }) => {
      const items = await find(query.q ?? '');
      return { data: { items, next: null, total: items.length } };
    }),
    respondTo(listStaffCustomers, () => ({ data: { items: customers, next: null } })),
    respondTo(listStaffProducts, () => {
      const items = findProducts();
      return { data: { items, next: null, total: items.length } };
    }),
  ]);
  const rendered = renderRemote(remote, { at: '/admin/account', services });
  await screen.findByRole('heading', { name: 'My account' });
  fireEvent.keyDown(document.body, { key: 'k', metaKey: true });
  const searched = (): unknown[] => services.listCalls(listStaffOrders).map(({ query }) => query.q);
  return { ...rendered, searched };
};
const palette = () => within(screen.getByRole('dialog', { name: 'Go to, or do' }));
const listOptions = (): string[] =>
  palette()
    .queryAllByRole('option')
    .map(({ textContent }) => textContent);
const box = () => palette().getByRole('combobox');
const getActive = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '');

test('the palette finds up to five orders by two letters or more, above the places, and Enter opens one (product 16.35)', async () => {
  const numbers = [1, 2, 3, 4, 5, 6].map(numberOf);
  const { user, location, searched } = await open('support', () =>
    numbers.map((_, index) => anOrderOf('Amelia Hart', index + 1)),
  );
  await user.type(box(), 'h');
  await user.type(box(), 'art');
  expect(await screen.findByRole('group', { name: 'Orders' })).toBeVisible();
  expect(listOptions()).toEqual(numbers.slice(0, 5).map((number) => `${number} Amelia Hart, $672.00Sent`));
  expect(screen.getByText('5 orders found')).toHaveAttribute('role', 'status');
  expect(searched()).toEqual(['hart']);
  await user.keyboard('{ArrowDown}');
  expect(getActive()).toHaveTextContent(numbers[1] ?? '');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location()).toBe(`/admin/orders/${numbers[1]}`));
});

test('a late answer is dropped, and orders that arrive leave the place chosen that Enter opens (product 16.35)', async () => {
  const answers = new Map<string, (rows: StaffOrderRow[]) => void>();
  const { user, location } = await open('orders', (q) => new Promise((resolve) => answers.set(q, resolve)));
  await user.type(box(), 'or');
  await waitFor(() => expect(answers.has('or')).toBe(true));
  await user.type(box(), 'd');
  await waitFor(() => expect(answers.has('ord')).toBe(true));
  answers.get('ord')?.([anOrderOf('Orde Hart', 2)]);
  await screen.findByText('ORD-7K3M-0002', { exact: false });
  answers.get('or')?.([anOrderOf('Ora Hart', 1)]);
  expect(listOptions()).toEqual(['ORD-7K3M-0002 Orde Hart, $672.00Sent', 'OrdersG O']);
  expect(getActive()).toHaveTextContent('Orders');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location()).toBe('/admin/orders'));
});

test('who may not see orders finds places, and asks for no orders (product 16.35)', async () => {
  const { user, searched } = await open('content', () => [anOrderOf('Revi Hart', 1)]);
  await user.type(box(), 'revi');
  expect(listOptions()).toEqual(['ReviewsG R']);
  await user.type(box(), 'x');
  expect(screen.getByText('Nothing has this name.')).toBeVisible();
  expect(searched()).toEqual([]);
});

test('products are found by name and SKU below orders, also two of one name, for who may change them (product 16.76)', async () => {
  const products = [aProductRow(), aProductRow({ id: 'ring-halo-2', sku: 'OR-HAL-Y', status: 'draft' })];
  const { user, location } = await open(
    'owner',
    () => [anOrderOf('Halo Hart', 1)],
    () => products,
  );
  expect(box()).toHaveAccessibleName('Order, customer, product, place or action');
  await user.type(box(), 'halo');
  const group = within(await screen.findByRole('group', { name: 'Products' }));
  expect(group.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Halo Diamond Ring OR-HAL-WPublished',
    'Halo Diamond Ring OR-HAL-YDraft',
  ]);
  expect(screen.getByText('1 order and 2 products found')).toHaveAttribute('role', 'status');
  await user.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(location()).toBe('/admin/products/ring-halo-2'));
});

test('customers are found by name and address, for who may see them (product 17.16)', async () => {
  const { user, location } = await open(
    'support',
    () => [],
    () => [],
    [aCustomerRow({ name: 'Amelia Hart' })],
  );
  await user.type(box(), 'amelia');
  const group = within(await screen.findByRole('group', { name: 'Customers' }));
  expect(group.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Amelia Hart amelia@example.com2 orders',
  ]);
  expect(screen.getByText('1 customer found')).toHaveAttribute('role', 'status');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location()).toBe('/admin/customers/customer-1'));
});

test('without an answer, the palette still finds places', async () => {
  const rest = (): never => refuse('The shop is resting.', { status: 503 });
  const { user } = await open('owner', rest, rest);
  await user.type(box(), 'staffx');
  expect(await screen.findByText('Nothing has this name.')).toBeVisible();
  await user.type(box(), '{Backspace}');
  expect(listOptions()).toEqual(['StaffG T']);
});
