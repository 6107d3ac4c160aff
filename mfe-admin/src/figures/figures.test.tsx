import {
  exportFigures,
  getCounts,
  getFigures,
  getLowStock,
  getStaffMe,
  listStaffOrders,
  ROLES,
  type Figures,
  type Role,
} from '@shop/contracts';
import { mayDo } from '@shop/contracts/permissions';
import { createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../remote';
import { meAs } from '../testing/builders';
import { compareFigures, formatFigureDay, formatTick, listTicks } from './figureTexts';

const addDay = (index: number): string => new Date(Date.UTC(2026, 10, 15 + index)).toISOString().slice(0, 10);

/** A week of which each day brought $1,000 more than the one before. */
const WEEK: Figures = {
  has_orders: true,
  days: Array.from({ length: 7 }, (_, index) => ({
    day: addDay(index),
    orders: index + 1,
    revenue: (index + 1) * 1_000,
    before_day: addDay(index - 7),
    before_orders: 1,
    before_revenue: 500.5,
  })),
  sums: { orders: 28, revenue: 28_000, average: 1_000 },
  before: { orders: 7, revenue: 35_000, average: 1_000 },
  products: [
    {
      product_id: 'ring-halo',
      name: 'Halo Diamond Ring',
      image: '/media/jewellery/ring-halo-1.webp',
      pieces: 12,
      revenue: 20_000,
    },
    { product_id: 'almonds', name: 'Almonds', image: '/media/organic/almonds-1.webp', pieces: 1, revenue: 8_000 },
  ],
  searches: [
    { store: 'organic-store', term: 'oat milk', times: 1_041 },
    { store: 'jewellery-store', term: '<b>tiara</b>', times: 1 },
  ],
};
const NOTHING = { orders: 0, revenue: 0, average: 0 };
const EMPTY: Figures = {
  ...WEEK,
  has_orders: false,
  days: WEEK.days.map((day) => ({ ...day, orders: 0, revenue: 0, before_orders: 0, before_revenue: 0 })),
  sums: NOTHING,
  before: NOTHING,
  products: [],
  searches: [],
};

const open = (
  figures: Figures | 'fails' = WEEK,
  { at = '/admin', role = 'owner' }: { readonly at?: string; readonly role?: Role } = {},
) => {
  const state = { figures };
  const services = createContractServices([
    respondTo(getStaffMe, () => ({ me: meAs(role) })),
    respondTo(getCounts, () => ({ data: {} })),
    respondTo(getLowStock, () => ({ data: { total: 0, items: [] } })),
    respondTo(listStaffOrders, () => ({ data: { items: [], next: null, total: 0 } })),
    respondTo(getFigures, () =>
      state.figures === 'fails' ? refuse('Resting.', { status: 503 }) : { data: state.figures },
    ),
  ]);
  return { ...renderRemote(remote, { at, services }), services, state };
};
/** Once its code is loaded: another panel stands in before. */
const findPanel = async (name = 'Figures') => {
  await screen.findByLabelText('Period');
  return within(await screen.findByRole('region', { name }));
};
const findSlider = async () => (await findPanel()).findByRole('slider', { name: 'Day of the plot' });

test('home shows revenue, orders and the average order, each beside the time before, in words, too (product 18.11)', async () => {
  open();
  const panel = await findPanel();
  await panel.findByText('$28,000.00');
  expect(panel.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '$28,000.00down 20% against the 7 days before',
    '28up 300% against the 7 days before',
    '$1,000.00unchanged 0% against the 7 days before',
  ]);
  expect(panel.getByRole('img')).toHaveAccessibleName(
    'Revenue by day, Nov 15 to Nov 21. Highest: $7,000.00 on Nov 21.',
  );
  expect(document.querySelector('[style]')).toBeNull();
});

test('period and storefront are in the address, and what is no choice there is left out (product 18.12)', async () => {
  const { services, location, user } = open(WEEK, { at: '/admin?days=90&store=organic-store' });
  const panel = await findPanel();
  await panel.findByText('$28,000.00');
  expect(services.listCalls(getFigures)).toEqual([{ query: { days: '90', store: 'organic-store' } }]);
  expect(panel.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
    'href',
    `/api${exportFigures.path}?days=90&store=organic-store`,
  );
  await user.selectOptions(panel.getByLabelText('Period'), 'Last 365 days');
  await user.selectOptions(panel.getByLabelText('Storefront'), 'All');
  await waitFor(() => expect(location()).toBe('/admin?days=365'));
  await waitFor(() => expect(services.listCalls(getFigures).at(-1)).toEqual({ query: { days: '365' } }));
  await user.selectOptions(panel.getByLabelText('Period'), 'Last 30 days');
  await waitFor(() => expect(location()).toBe('/admin'));
});

test('an address with a period and a storefront that are none shows thirty days of all (product 18.12)', async () => {
  const { services } = open(WEEK, { at: '/admin?days=1e9&store=__proto__' });
  await (await findPanel()).findByText('$28,000.00');
  expect(services.listCalls(getFigures)).toEqual([{ query: { days: '30' } }]);
});

test('arrow keys and pointers choose a day of the plot, which says both its sums (product 18.13)', async () => {
  open();
  const slider = await findSlider();
  const panel = await findPanel();
  expect(panel.queryByText('$500.50')).toBeNull();
  fireEvent.focus(slider);
  expect(panel.getByText('$500.50')).toBeVisible();
  expect(slider).toHaveAttribute('aria-valuetext', 'Nov 21, 2026: $7,000.00, 7 orders. Nov 14, 2026: $500.50.');
  // What a browser does with ArrowLeft.
  fireEvent.change(slider, { target: { value: '0' } });
  expect(slider).toHaveAttribute('aria-valuetext', 'Nov 15, 2026: $1,000.00, 1 order. Nov 8, 2026: $500.50.');
  fireEvent.keyDown(slider, { key: 'Escape' });
  expect(panel.queryByText('$500.50')).toBeNull();
  fireEvent.pointerMove(slider);
  expect(panel.getByText('$500.50')).toBeVisible();
  const plot = slider.parentElement ?? slider;
  fireEvent.pointerLeave(plot);
  expect(panel.queryByText('$500.50')).toBeNull();
});

test('a table has the same numbers, the last day first (product 18.13)', async () => {
  const { user } = open();
  const panel = await findPanel();
  const show = await panel.findByRole('button', { name: 'Show as a table' });
  expect(show).toHaveAttribute('aria-expanded', 'false');
  await user.click(show);
  const rows = panel.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toHaveLength(8);
  expect(rows[1]).toBe('Nov 21, 2026$7,000.007Nov 14, 2026$500.501');
  await user.click(panel.getByRole('button', { name: 'Hide the table' }));
  expect(panel.queryByRole('table')).toBeNull();
});

test('best sellers lead to their products, for who may change them (product 18.14)', async () => {
  open();
  const panel = await findPanel('Top products');
  expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Halo Diamond Ring12 pieces$20,000.00',
    'Almonds1 piece$8,000.00',
  ]);
  expect(panel.getByRole('link', { name: 'Almonds' })).toHaveAttribute('href', '/admin/products/almonds');
});

test('for others, best sellers are no links (product 18.14)', async () => {
  open(WEEK, { role: 'analyst' });
  const panel = await findPanel('Top products');
  expect(panel.getByText('Almonds')).toBeVisible();
  expect(panel.queryByRole('link')).toBeNull();
});

test('searches without a result are listed as text, with their storefront (product 18.14)', async () => {
  open();
  const panel = await findPanel('Searches without a result');
  expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '“oat milk”Furrow1,041 times',
    '“<b>tiara</b>”Oriel1 time',
  ]);
});

test('searches without a result lead to the synonyms, for who may set them (product 19.31)', async () => {
  open();
  const panel = await findPanel('Searches without a result');
  expect(panel.getByRole('link', { name: 'Add synonym' })).toHaveAttribute('href', '/admin/settings?topic=search');
});

test('for others, searches without a result lead nowhere (product 19.31)', async () => {
  open(WEEK, { role: 'analyst' });
  const panel = await findPanel('Searches without a result');
  expect(panel.queryByRole('link')).toBeNull();
});

test('a shop without orders is told what will be here (product 18.15)', async () => {
  open(EMPTY);
  const panel = await findPanel();
  expect(await panel.findByRole('heading', { name: 'No orders yet' })).toBeVisible();
  expect(panel.queryByRole('img')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Top products' })).toBeNull();
});

test('a time without orders shows zeros, and a line on the ground (product 18.15)', async () => {
  open({ ...EMPTY, has_orders: true });
  const panel = await findPanel();
  await panel.findByRole('img');
  expect(panel.getAllByRole('definition').map(({ textContent }) => textContent)).toContain(
    '0unchanged 0% against the 7 days before',
  );
  expect((await findPanel('Top products')).getByText('Nothing was sold in this time.')).toBeVisible();
});

test('figures that do not load fail alone, and are tried again (product 18.15)', async () => {
  const { state, user } = open('fails');
  const panel = await findPanel();
  expect(await panel.findByText('Resting.')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
  state.figures = WEEK;
  await user.click(panel.getByRole('button', { name: 'Try again' }));
  expect(await panel.findByText('$28,000.00')).toBeVisible();
  state.figures = 'fails';
  await user.selectOptions(panel.getByLabelText('Period'), 'Last 7 days');
  expect(await panel.findByText('Resting. What you see is from before.')).toBeVisible();
  expect(panel.getByText('$28,000.00')).toBeVisible();
});

test.each(Object.keys(ROLES) as Role[])(
  'the role %s sees figures only with the permission (product 18.10)',
  async (role) => {
    const { services } = open(WEEK, { role });
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    if (mayDo(role, 'reports.read')) expect(await (await findPanel()).findByText('$28,000.00')).toBeVisible();
    else {
      expect(screen.queryByRole('region', { name: 'Figures' })).toBeNull();
      expect(services.listCalls(getFigures)).toEqual([]);
    }
  },
);

test.each([
  [1, 0, { direction: 'up', text: 'from nothing' }],
  [0, 0, { direction: 'same', text: '0%' }],
  [0, 5, { direction: 'down', text: '100%' }],
  [10_000.4, 10_000, { direction: 'same', text: '0%' }],
  [123_450, 100, { direction: 'up', text: '123,350%' }],
  [2, 3, { direction: 'down', text: '33.3%' }],
])('%d after %d is %j', (now, before, change) => expect(compareFigures(now, before)).toEqual(change));

test.each([
  [0, ['0', '$1', '$2', '$3', '$4']],
  [3.2, ['0', '$1', '$2', '$3', '$4']],
  [9, ['0', '$5', '$10', '$15', '$20']],
  [7_412, ['0', '$2k', '$4k', '$6k', '$8k']],
  [9_999, ['0', '$2.5k', '$5k', '$7.5k', '$10k']],
  [400_000, ['0', '$100k', '$200k', '$300k', '$400k']],
  [4_100_000, ['0', '$2M', '$4M', '$6M', '$8M']],
])('the lines of a plot up to %d are %j', (highest, ticks) =>
  expect(listTicks(highest).map(formatTick)).toEqual(ticks),
);

test('days are written as such, and other texts as they are', () => {
  expect(['2026-11-01', '2026-13-01', 'soon', ''].map((day) => formatFigureDay(day))).toEqual([
    'Nov 1',
    '2026-13-01',
    'soon',
    '',
  ]);
});
