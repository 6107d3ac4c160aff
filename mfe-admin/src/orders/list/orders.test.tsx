import {
  exportStaffOrders,
  getCounts,
  getStaffMe,
  getStaffOrder,
  listStaffOrders,
  shipStaffOrders,
  type RequestOf,
  type Role,
  type StaffOrder,
  type StaffOrderRow,
} from '@shop/contracts';
import { anOrder } from '@shop/contracts/answers/builders';
import { createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';
import { anOrderRow, meAs, numberOf } from '../../testing/builders';

const rowsOf = (count: number): StaffOrderRow[] => Array.from({ length: count }, (_, index) => anOrderRow(index + 1));

type Query = RequestOf<typeof listStaffOrders>['query'];
type ShipAnswer = (numbers: readonly string[], call: number) => unknown;

interface DeskOptions {
  readonly role?: Role;
  readonly list?: (query: Query) => {
    readonly items: StaffOrderRow[];
    readonly next?: string;
    readonly total?: number;
  };
  readonly ship?: ShipAnswer;
  readonly order?: (number: string) => StaffOrder;
}

const allSent: ShipAnswer = (numbers) => ({ data: numbers.map((number) => ({ number, error: null })) });

const desk = async (at: string, { role = 'orders', list, ship = allSent, order }: DeskOptions = {}) => {
  const services = createContractServices([
    respondTo(getStaffMe, () => ({ me: meAs(role) })),
    respondTo(getCounts, () => ({ data: { to_send: 3, late: 2 } })),
    respondTo(listStaffOrders, ({ query }) => {
      const { items, next = null, total = items.length } = list?.(query) ?? { items: rowsOf(3) };
      return { data: { items, next, total } };
    }),
    // Typed by the contract, which checks what tests answer.
    respondTo(shipStaffOrders, ({ body }) => ship(body.numbers, services.listCalls(shipStaffOrders).length) as never),
    ...(order ? [respondTo(getStaffOrder, ({ params }) => ({ data: order(params.number) }))] : []),
  ]);
  const rendered = renderRemote(remote, { at, services });
  await screen.findByText('Orders', { selector: 'h1' });
  await waitFor(() => expect(services.listCalls(listStaffOrders)).not.toHaveLength(0));
  return { ...rendered, services, lastQuery: () => services.listCalls(listStaffOrders).at(-1)?.query };
};

// jsdom has no layout.
beforeAll(() => void (HTMLElement.prototype.scrollIntoView = () => undefined));
afterEach(() => jest.restoreAllMocks());

const press = (key: string, init: KeyboardEventInit = {}): void =>
  void fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });
const table = async (): Promise<HTMLElement> =>
  (await screen.findByText(numberOf(1))).closest('table') ?? document.body;
// By selector: by role or text, fifty rows take a second each time. One column is enough for what is selected.
const ONE_COLUMN = 'columns=number';
const nextPage = (): HTMLElement => screen.getByText('Next page', { selector: 'button' });
const findRow = (index: number): Promise<void> =>
  waitFor(() => expect(document.querySelector(`[data-row="${numberOf(index)}"]`)).not.toBeNull());
const bar = () =>
  within(document.querySelector<HTMLElement>('[aria-label="Selection"]') ?? document.createElement('p'));
const listSelected = (): string[] =>
  [...document.querySelectorAll('tbody input:checked')].map((box) => box.closest('tr')?.dataset['row'] ?? '');

test('views, filters, columns and pages of orders are in the address, and the API gets them (product 16.31)', async () => {
  const at =
    '/admin/orders?view=late&status=processing&payment=cash&store=organic-store&from=2026-11-01&to=2026-11-21&slot=7&columns=number,kept';
  const { user, location, lastQuery } = await desk(at, {
    list: ({ cursor }) => ({ items: rowsOf(2), total: 1_000, ...(cursor ? {} : { next: '50' }) }),
  });
  const asked = {
    view: 'late',
    status: 'processing',
    payment: 'cash',
    store: 'organic-store',
    from: '2026-11-01',
    to: '2026-11-21',
    slot: '7',
  };
  await table();
  expect(lastQuery()).toEqual(asked);
  expect(screen.getByText('1,000+ orders')).toBeVisible();
  expect([...document.querySelectorAll('th[scope="col"]')].map(({ textContent }) => textContent)).toEqual([
    '',
    'Order',
    'Kept until',
  ]);

  await user.click(nextPage());
  await waitFor(() => expect(lastQuery()).toEqual({ ...asked, cursor: '50' }));
  await user.click(screen.getByLabelText('Remove the filter slot 7'));
  const left = Object.fromEntries(Object.entries(asked).filter(([name]) => name !== 'slot'));
  await waitFor(() => expect(lastQuery()).toEqual(left));
  await user.selectOptions(screen.getByLabelText('Payment', { selector: 'select' }), 'bank');
  await waitFor(() => expect(lastQuery()).toEqual({ ...left, payment: 'bank' }));
  await user.click(screen.getByText('Late', { selector: 'nav[aria-label="Views"] a' }));
  await waitFor(() => expect(location()).toBe('/admin/orders?view=late'));
});

test('an order is searched by two letters or more, when nobody types (product 16.31)', async () => {
  const { user, location, services, lastQuery } = await desk('/admin/orders');
  await table();
  expect(lastQuery()).toEqual({ view: 'to-send' });
  press('f');
  expect(screen.getByLabelText('Number, email or name')).toHaveFocus();
  await user.keyboard('a');
  await user.keyboard('da');
  await waitFor(() => expect(location()).toBe('/admin/orders?q=ada'));
  await waitFor(() => expect(lastQuery()).toEqual({ view: 'to-send', q: 'ada' }));
  expect(services.listCalls(listStaffOrders).map(({ query }) => query.q)).toEqual([undefined, 'ada']);

  await user.click(screen.getByText('Clear filters', { selector: 'button' }));
  await waitFor(() => expect(screen.getByLabelText('Number, email or name')).toHaveValue(''));
});

test('a filter that the API refuses says so at its field, and the rows stay (product 16.31)', async () => {
  const { goTo } = await desk('/admin/orders', {
    list: ({ from }) => (from ? refuse('Check the form.', { fields: { from: 'Enter a day.' } }) : { items: rowsOf(2) }),
  });
  await table();
  await act(() => goTo('/admin/orders?from=yesterday'));
  expect(await screen.findByText('Enter a day.')).toHaveAttribute('role', 'alert');
  expect(screen.getByText(/What you see is from before/)).toBeVisible();
  expect(screen.getByRole('link', { name: numberOf(1) })).toBeVisible();
});

test.each([
  ['', 'All sent'],
  ['?view=all', 'No orders yet'],
  ['?view=late', 'No orders'],
  ['?q=ada', 'No orders match'],
])('without orders at "%s", the desk says why (product 16.31)', async (search, title) => {
  await desk(`/admin/orders${search}`, { list: () => ({ items: [] }) });
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
});

test('orders say where they stand with their money and their parcels (product 16.31)', async () => {
  const states: readonly (readonly [payment: string, fulfillment: string, Partial<StaffOrderRow>])[] = [
    ['Unpaid', 'Not due', { status: 'on-hold' }],
    ['Cash', 'Not due', { payment_method: 'cash', held_until: '2026-11-22T12:00:00Z' }],
    ['Cash', 'To send', { payment_method: 'cash' }],
    ['Paid', 'Late', { late: true, part_sent: true }],
    ['Part refunded', 'Part sent', { part_sent: true, refunded: 20 }],
    ['Refunded', 'Sent', { status: 'shipped', refunded: 320 }],
    ['Refund due', 'Canceled', { status: 'canceled', refund_due: true }],
    ['Not paid', 'Canceled', { status: 'canceled' }],
    ['Disputed', 'Sent', { status: 'shipped', disputed: true }],
  ];
  await desk('/admin/orders', {
    list: () => ({ items: states.map(([, , overrides], index) => anOrderRow(index + 1, overrides)) }),
  });
  const rows = [...(await table()).querySelectorAll('tbody tr')];
  const read = (row: Element, column: string) => row.querySelector(`[data-column="${column}"]`)?.textContent;
  expect(rows.map((row) => [read(row, 'payment'), read(row, 'fulfillment')])).toEqual(
    states.map(([payment, fulfillment]) => [payment, fulfillment]),
  );
});

test('rows are selected and opened by keys (product 16.32)', async () => {
  const { location } = await desk('/admin/orders', { list: () => ({ items: rowsOf(5) }) });
  await table();
  press('j');
  press('j');
  press('x');
  press('j');
  press('j');
  press('X', { shiftKey: true });
  expect(listSelected()).toEqual([2, 3, 4].map(numberOf));
  press('a', { metaKey: true });
  expect(bar().getByText('5 selected')).toBeVisible();
  press('Escape');
  expect(listSelected()).toEqual([]);
  press('Enter');
  await waitFor(() => expect(location()).toBe(`/admin/orders/${numberOf(4)}`));
});

test('many orders are sent over pages with one progress bar; each that is not is named and stays selected (product 16.32)', async () => {
  let answer = (): void => undefined;
  const { user, services } = await desk(`/admin/orders?view=all&${ONE_COLUMN}`, {
    list: ({ cursor }) =>
      cursor ? { items: rowsOf(62).slice(50), total: 62 } : { items: rowsOf(50), next: '50', total: 62 },
    ship: async (numbers, call) => {
      if (call === 2) await new Promise<void>((resolve) => (answer = resolve));
      return {
        data: numbers.map((number) => ({ number, error: number === numberOf(3) ? 'It is canceled.' : null })),
      };
    },
  });
  await findRow(1);
  press('a', { ctrlKey: true });
  await user.click(nextPage());
  await findRow(51);
  press('a', { ctrlKey: true });
  expect(bar().getByText('62 selected, 50 not on this page')).toBeVisible();
  press('s');
  const progress = await screen.findByRole('progressbar', { name: 'Orders sent' });
  await waitFor(() => expect(progress).toHaveAttribute('value', '10'));
  expect(progress).toHaveAttribute('max', '62');
  answer();
  expect(await screen.findByText('61 of 62 orders sent.')).toBeVisible();
  expect(screen.getByRole('link', { name: numberOf(3) })).toHaveAttribute('href', `/admin/orders/${numberOf(3)}`);
  expect(screen.getByText(/It is canceled\./)).toBeVisible();
  expect(bar().getByText('1 selected, 1 not on this page')).toBeVisible();
  const sent = services.listCalls(shipStaffOrders).flatMap(({ body }) => body.numbers);
  expect(sent).toEqual(rowsOf(62).map(({ number }) => number));
});

test('a request that fails in the middle leaves what was not sent selected (product 16.32)', async () => {
  const { services } = await desk(`/admin/orders?${ONE_COLUMN}`, {
    list: () => ({ items: rowsOf(25) }),
    ship: (numbers, call) => (call === 2 ? refuse('The shop is resting.', { status: 503 }) : allSent(numbers, call)),
  });
  await findRow(1);
  press('a', { ctrlKey: true });
  press('s');
  expect(await screen.findByText('10 of 25 orders sent.')).toBeVisible();
  expect(screen.getByText(/The shop is resting\. What was not sent is still selected\./)).toBeVisible();
  expect(listSelected()).toEqual(
    rowsOf(25)
      .slice(10)
      .map(({ number }) => number),
  );
  expect(services.listCalls(shipStaffOrders)).toHaveLength(2);
});

test('sending stops between two requests (product 16.32)', async () => {
  let answer = (): void => undefined;
  const { user, services } = await desk(`/admin/orders?${ONE_COLUMN}`, {
    list: () => ({ items: rowsOf(25) }),
    ship: async (numbers, call) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return allSent(numbers, call);
    },
  });
  await findRow(1);
  press('a', { ctrlKey: true });
  press('s');
  await user.click(await screen.findByText('Stop', { selector: 'button' }));
  expect(screen.getByText('Stopping …', { selector: 'button' })).toBeVisible();
  answer();
  expect(await screen.findByText('10 of 25 orders sent.')).toBeVisible();
  expect(listSelected()).toHaveLength(15);
  expect(services.listCalls(shipStaffOrders)).toHaveLength(1);
});

test('who may not send has no button and no key for it, and no more than 200 are selected (product 16.32)', async () => {
  const { user, services } = await desk(`/admin/orders?view=all&${ONE_COLUMN}`, {
    role: 'analyst',
    list: ({ cursor = '0' }) => {
      const after = Number(cursor);
      const items = rowsOf(after + 50).slice(after);
      return { items, next: String(after + 50), total: 1_000 };
    },
  });
  for (let page = 0; page < 5; page += 1) {
    await findRow(page * 50 + 1);
    press('a', { ctrlKey: true });
    if (page < 4) await user.click(nextPage());
  }
  expect(bar().getByText('200 selected, 200 not on this page')).toBeVisible();
  expect(bar().queryByRole('button', { name: 'Send' })).toBeNull();
  press('s');
  expect(services.listCalls(shipStaffOrders)).toEqual([]);
});

const aStaffOrder = (number: string, lines: readonly Partial<StaffOrder['lines'][number]>[]): StaffOrder => {
  const order = anOrder({
    number,
    status: 'processing',
    delivery: { day: 'Friday, November 27', hours: '8 to 10 AM' },
  });
  const [line] = order.lines;
  if (!line) throw new Error('An order has a line.');
  return {
    order,
    lines: lines.map((overrides) => ({
      ...line,
      sent: 0,
      refunded: 0,
      to_send: 1,
      refundable_cents: [],
      made_to_order: false,
      ...overrides,
    })),
    shipments: [],
    payments: [],
    refunds: [],
    money: { received: 0, refunded: 0, kept: 0 },
    account: null,
    slot: null,
    held_until: null,
    store: 'organic-store',
    address_version: 0,
    late: false,
    actions: [],
    timeline: [],
  };
};
const listTable = (element: HTMLElement | null): string[][] =>
  within(element ?? document.body)
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].slice(1).map(({ textContent }) => textContent));

test('a packing slip for each selected order is printed, with what is still to be packed (product 16.33)', async () => {
  const print = jest.spyOn(window, 'print').mockReturnValue();
  const { user } = await desk('/admin/orders', {
    order: (number) =>
      aStaffOrder(number, [
        { name: 'Ring', to_send: 2 },
        { name: 'Sent before', to_send: 0 },
      ]),
  });
  for (const box of (await screen.findAllByRole('checkbox', { name: /^Select order/ })).slice(0, 2))
    await user.click(box);
  press('p');
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  for (const index of [1, 2]) {
    const slip = screen.getByText(numberOf(index), { selector: 'h2' }).closest('section');
    expect(slip).toHaveTextContent('12 Analytical Row');
    expect(listTable(slip)).toEqual([['2', 'Ring', 'OR-R-0142', '']]);
  }
  fireEvent(window, new Event('afterprint'));
  expect(screen.queryByText(numberOf(1), { selector: 'h2' })).toBeNull();
});

test('a picking list has the sums of a delivery slot by product, in weights, and what is sent instead (product 16.33)', async () => {
  const print = jest.spyOn(window, 'print').mockReturnValue();
  const apples = { name: 'Apples', sku: 'FU-1', measure: { stepGrams: 250 }, substitution: 'similar' } as const;
  const eggs = { name: 'Eggs', sku: 'FU-2', to_send: 1 } as const;
  const { user, services } = await desk('/admin/orders?view=all&slot=7', {
    list: ({ view, cursor }) =>
      view === 'all' || cursor ? { items: [anOrderRow(2)] } : { items: [anOrderRow(1)], next: '50', total: 2 },
    order: (number) =>
      number === numberOf(1)
        ? aStaffOrder(number, [
            { ...apples, to_send: 3 },
            { ...eggs, substitution: 'refund' },
          ])
        : aStaffOrder(number, [
            { ...apples, to_send: 2 },
            { ...eggs, substitution: 'similar' },
          ]),
  });
  await user.click(screen.getByRole('button', { name: 'Picking list' }));
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  expect(services.listCalls(listStaffOrders).slice(-2)).toEqual([
    { query: { view: 'to-send', slot: '7' } },
    { query: { view: 'to-send', slot: '7', cursor: '50' } },
  ]);
  const title = screen.getByText('Picking list, Friday, November 27, 8 to 10 AM');
  const [sums = null, ...rows] = title.closest('section')?.querySelectorAll('table') ?? [];
  expect(listTable(sums)).toEqual([
    ['1.25\u00a0kg', 'Apples', 'FU-1', 'Something similar'],
    ['2', 'Eggs', 'FU-2', 'Something similar 1, money back 1'],
  ]);
  expect(rows.map((row) => listTable(row)[0]?.[0])).toEqual(['750\u00a0g', '500\u00a0g']);
});

test('without every order, nothing is printed (product 16.33)', async () => {
  const print = jest.spyOn(window, 'print').mockReturnValue();
  const { user } = await desk('/admin/orders', {
    order: () => refuse('There is no such order.', { status: 404 }),
  });
  await user.click((await screen.findAllByRole('checkbox', { name: /^Select order/ }))[0] ?? document.body);
  press('p');
  expect(await screen.findByText('There is no such order. Nothing was printed.')).toBeVisible();
  expect(print).not.toHaveBeenCalled();
});

test('orders of some days are exported as CSV, and days in the wrong sequence are refused (product 16.34)', async () => {
  URL.createObjectURL = () => 'blob:orders';
  URL.revokeObjectURL = () => undefined;
  const saved: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const services = createContractServices([
    respondTo(getStaffMe, () => ({ me: meAs('orders') })),
    respondTo(exportStaffOrders, () => ({ csv: 'number', orders: 12, rows: 31, complete: true })),
  ]);
  const { user } = renderRemote(remote, { at: '/admin/orders?from=2026-11-01', services });
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Export orders' }));
  const last = dialog.getByLabelText('Last day');
  expect(dialog.getByLabelText('First day')).toHaveValue('2026-11-01');
  fireEvent.change(last, { target: { value: '2026-10-31' } });
  await user.click(dialog.getByRole('button', { name: 'Export CSV' }));
  expect(dialog.getByText('Choose the first day or a later one.')).toBeVisible();
  fireEvent.change(last, { target: { value: '2026-11-21' } });
  await user.click(dialog.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('12 orders exported.')).toBeInTheDocument();
  expect(saved).toEqual(['orders.csv']);
  expect(services.listCalls(exportStaffOrders)).toEqual([{ body: { from: '2026-11-01', to: '2026-11-21' } }]);
});
