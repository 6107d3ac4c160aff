import {
  getCounts,
  getLowStock,
  getStaffMe,
  getStaffSettings,
  listContent,
  listStaffOrders,
  listStaffProducts,
  mayDo,
  ROLES,
  type AnswerOf,
  type LowStock,
  type Role,
  type StaffOrderRow,
} from '@shop/contracts';
import { createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../remote';
import { anOrderRow, meAs } from '../testing/builders';
import { SETTINGS } from '../testing/settings';

type Counts = AnswerOf<typeof getCounts>['data'];

const aRow = (index: number): StaffOrderRow =>
  anOrderRow(index, { late: index === 1, delivery: index === 1 ? '2026-11-27 08:00' : null, total: 48.35 });

const open = (role: Role, counts: Counts | 'fails', orders = 0, low: readonly LowStock[] = []) => {
  const services = createContractServices([
    respondTo(getStaffMe, () => ({ me: meAs(role) })),
    respondTo(getCounts, () => (counts === 'fails' ? refuse('Resting.', { status: 503 }) : { data: counts })),
    respondTo(getLowStock, () => ({ data: { total: low.length * 4, items: [...low] } })),
    respondTo(listStaffOrders, () => ({
      data: { items: Array.from({ length: orders }, (_, index) => aRow(index + 1)), next: null, total: orders },
    })),
  ]);
  renderRemote(remote, { at: '/admin', services });
  return services;
};
const listLinks = (name: string) =>
  within(screen.getByRole('region', { name }))
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('home names what waits, each with its number and a link to its list (product 16.36)', async () => {
  open('owner', { to_send: 12, late: 4, unpaid: 0, refunds: 1, reviews: 1_000 });
  expect(await screen.findByText('Orders to send')).toBeVisible();
  expect(listLinks('To do')).toEqual([
    ['Orders to send12', '/admin/orders?view=to-send'],
    ['Orders that are late4', '/admin/orders?view=late'],
    ['Refunds that failed or are owed1', '/admin/orders?view=refunds'],
    ['Reviews to read999+', '/admin/reviews'],
  ]);
});

test('home leads the owner of a new shop through what it needs, until it is done or hidden (product 19.38)', async () => {
  localStorage.clear();
  const published = { at: '2026-11-21T12:00:00Z', by: 'Ada', number: 1 };
  const show = () =>
    renderRemote(remote, {
      at: '/admin',
      services: createContractServices([
        respondTo(getStaffMe, () => ({ me: meAs('owner') })),
        respondTo(getCounts, () => ({ data: {} })),
        respondTo(getLowStock, () => ({ data: { total: 0, items: [] } })),
        respondTo(listStaffOrders, () => ({ data: { items: [], next: null, total: 0 } })),
        respondTo(listStaffProducts, () => ({ data: { items: [], next: null, total: 0 } })),
        respondTo(listContent, () => ({
          data: [{ store: 'jewellery-store', key: 'home' as const, draft: null, published }],
        })),
        respondTo(getStaffSettings, () => ({ data: SETTINGS })),
      ]),
    });
  const { user } = show();
  const panel = within(await screen.findByRole('region', { name: 'First steps' }));
  expect(panel.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Name the shop, and say where you are',
    'Choose how customers pay',
    'Bring in goods and pictures',
    'Write the home page, and publish it',
    'Replace the terms, privacy, questions and about: they are those of an example',
  ]);
  expect(panel.getAllByLabelText('Done:')).toHaveLength(2);
  await user.click(panel.getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  cleanup();
  show();
  await screen.findByRole('heading', { name: 'All done' });
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
});

test('home says of how many products few are left, and which have the least, and leads to all of them (product 16.39, 16.86)', async () => {
  const low = { product_id: 'ring-halo', variant_id: null, image: '/media/jewellery/ring-halo-1.webp' };
  open('catalog', {}, 0, [
    { ...low, product_id: 'strawberries', name: 'Strawberries, 400 g', stock: 0 },
    { ...low, name: 'Halo Diamond Ring, size 54', stock: 1 },
    { ...low, product_id: 'almonds', name: 'Almonds', stock: 2, measure: { stepGrams: 250 } },
  ]);
  const panel = within(await screen.findByRole('region', { name: 'Low stock' }));
  expect((await panel.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Strawberries, 400 gOut of stock',
    'Halo Diamond Ring, size 541 left',
    'Almonds500\u00a0g left',
  ]);
  expect(listLinks('Low stock')).toEqual([['All 12', '/admin/products?view=low']]);
});

test('without anything low, or for who does not change products, home says nothing of the stock (product 16.39)', async () => {
  const services = open('orders', {});
  await screen.findByRole('heading', { name: 'All done' });
  expect(services.listCalls(getLowStock)).toEqual([]);
  cleanup();
  open('owner', {});
  await screen.findByRole('heading', { name: 'All done' });
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
  expect(screen.queryByRole('heading', { name: 'Low stock' })).toBeNull();
});

test.each(Object.keys(ROLES) as Role[])(
  'the role %s sees the first ten orders to send if it may see orders (product 16.36)',
  async (role) => {
    const services = open(role, {}, 12);
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    if (!mayDo(role, 'orders.read')) {
      expect(services.listCalls(listStaffOrders)).toEqual([]);
      return;
    }
    expect(await screen.findByText('Customer 10')).toBeVisible();
    expect(services.listCalls(listStaffOrders)).toEqual([{ query: { view: 'to-send' } }]);
    const [all, first, ...others] = listLinks('To send first');
    expect(all).toEqual(['All to send', '/admin/orders?view=to-send']);
    expect(first).toEqual(['ORD-7K3M-0001Customer 1LateDelivery Nov 27, 8 AM$48.35', '/admin/orders/ORD-7K3M-0001']);
    expect(others).toHaveLength(9);
  },
);

test('while nothing is counted, home does not say that all is done (product 16.36)', async () => {
  const services = open('catalog', 'fails');
  await screen.findByRole('heading', { name: 'Hello Ada' });
  await waitFor(() => expect(services.pending()).toBe(0));
  expect(screen.queryByRole('heading', { name: 'All done' })).toBeNull();
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
});
