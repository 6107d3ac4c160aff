import {
  addCustomerNote,
  endCustomerSession,
  endCustomerSessions,
  exportStaffCustomer,
  getStaffCustomer,
  getStaffMe,
  listStaffCustomers,
  startStaffErasure,
  stopStaffErasure,
  unlockStaffCustomer,
  type Role,
  type StaffCustomer,
} from '@shop/contracts';
import { createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { remote } from '../remote';
import { aCustomerRow, anOrderRow, meAs } from '../testing/builders';

const aCustomer = (overrides: Partial<StaffCustomer> = {}): StaffCustomer => ({
  id: 'customer-1',
  name: 'Amelia Hart',
  email: 'amelia@example.com',
  phone: '+1 503 555 0142',
  created_at: '2025-03-04T12:00:00Z',
  ways: { password: true, google: true },
  spent: 2184.5,
  average: 364.08,
  order_count: 26,
  orders: [anOrderRow(1, { status: 'shipped', total: 672 })],
  addresses: [],
  reviews: 3,
  sessions: [
    { id: 's-1', device: 'Chrome on macOS', created_at: '2026-11-20T12:00:00Z', last_seen_at: '2026-11-21T12:00:00Z' },
  ],
  locks: { passwords_until: null, codes: false },
  erasure: { due_at: null, obstacle: null },
  erasure_by: null,
  timeline: [],
  ...overrides,
});
const aNote = (text: string): StaffCustomer['timeline'][number] => ({
  id: 7,
  at: '2026-11-18T09:40:00.000Z',
  actor: { kind: 'staff', id: '1', name: 'Grace', network: null },
  action: 'customer.noted',
  subject: { kind: 'customer', id: 'customer-1' },
  before: null,
  after: { note: text },
});

type Answers = Parameters<typeof createContractServices>[0];
const open = (at: string, answers: Answers = [], role: Role = 'support') => {
  const services = createContractServices([
    ...answers,
    respondTo(getStaffMe, () => ({ me: meAs(role) })),
    respondTo(listStaffCustomers, () => ({
      data: {
        items: [aCustomerRow(), aCustomerRow({ id: 'customer-2', name: 'Bo Li', erased_at: '2026-11-28T12:00:00Z' })],
        next: null,
      },
    })),
    respondTo(getStaffCustomer, () => ({ data: aCustomer() })),
  ]);
  return { ...renderRemote(remote, { at, services }), services };
};
const PAGE = '/admin/customers/customer-1';
const heading = () => screen.findByRole('heading', { level: 1, name: 'Amelia Hart' });
const panel = (name: string) => within(screen.getByRole('region', { name }));

test('the list has who they are, what they ordered and who is about to be erased; its search is in the address (product 17.1)', async () => {
  const { user, services, location } = open('/admin/customers');
  const row = (await screen.findByRole('link', { name: 'Amelia Hart' })).closest('tr');
  expect(row).toHaveTextContent('Amelia Hartamelia@example.com2 orders$640.00');
  expect(screen.getByRole('link', { name: 'Bo Li' }).closest('tr')).toHaveTextContent('Erased Nov 28, 2026');
  await user.type(screen.getByLabelText('E-mail, name or order number'), 'h');
  await user.type(screen.getByLabelText('E-mail, name or order number'), 'art');
  await waitFor(() => expect(services.listCalls(listStaffCustomers).at(-1)?.query).toEqual({ q: 'hart' }));
  expect(location()).toBe('/admin/customers?q=hart');
});

test('a search that finds nobody says so, and a list that fails can be tried again (product 17.2)', async () => {
  let isDown = true;
  const { user } = open('/admin/customers?q=nobody', [
    respondTo(listStaffCustomers, () =>
      isDown ? refuse('The shop is resting.', { status: 503 }) : { data: { items: [], next: null } },
    ),
  ]);
  expect(await screen.findByText('The shop is resting.')).toBeVisible();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'No customers match' })).toBeVisible();
});

test('the page has figures, contact and the newest orders, with a link to all of them (product 17.3)', async () => {
  open(PAGE);
  await heading();
  for (const [name, figure] of [
    ['Spent', '$2,184.50'],
    ['Orders', '26'],
    ['Average order', '$364.08'],
    ['Reviews', '3'],
  ])
    expect(screen.getByText(name ?? '', { selector: 'dt' }).nextSibling).toHaveTextContent(figure ?? '');
  expect(screen.getByRole('link', { name: /^ORD-7K3M-0001/ })).toHaveAttribute('href', '/admin/orders/ORD-7K3M-0001');
  expect(screen.getByText('The newest 1 of 26.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All with this address' })).toHaveAttribute(
    'href',
    '/admin/orders?view=all&q=amelia%40example.com',
  );
  expect(panel('Contact').getByText('Password and Google')).toBeVisible();
});

test('a note is added; an empty one is refused at its field, and what was typed is kept if it fails (product 17.4)', async () => {
  let isDown = true;
  const { user } = open(PAGE, [
    respondTo(addCustomerNote, ({ body }) => {
      if (isDown) return refuse('The note could not be saved.', { status: 503 });
      return { data: aCustomer({ timeline: [aNote(body.text)] }) };
    }),
  ]);
  await heading();
  const add = screen.getByRole('button', { name: 'Add note' });
  await user.click(add);
  expect(screen.getByText('Write a note first.')).toBeVisible();
  await user.type(screen.getByLabelText('Note'), ' Prefers a call ');
  await user.click(add);
  expect(await screen.findByText('The note could not be saved.')).toBeVisible();
  expect(screen.getByLabelText('Note')).toHaveValue(' Prefers a call ');
  isDown = false;
  await user.click(add);
  expect(await screen.findByText('Prefers a call')).toBeVisible();
  expect(screen.getByLabelText('Note')).toHaveValue('');
});

test('a locked customer is unlocked, and sessions are ended (product 17.5)', async () => {
  const { user, services } = open(PAGE, [
    respondTo(getStaffCustomer, () => ({
      data: aCustomer({ locks: { passwords_until: '2026-11-21T12:10:00Z', codes: false } }),
    })),
    respondTo(unlockStaffCustomer, () => ({ data: aCustomer() })),
    respondTo(endCustomerSession, () => ({ message: 'The session has ended.', data: aCustomer({ sessions: [] }) })),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Unlock' }));
  expect(await screen.findByText('Amelia Hart can try again.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Unlock' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'End the session on Chrome on macOS' }));
  expect(await screen.findByText('The customer is signed in nowhere.')).toBeVisible();
  expect(services.listCalls(endCustomerSession)[0]?.params).toEqual({ id: 'customer-1', session: 's-1' });
});

test('all sessions are ended at once; why one could not is said (product 17.6)', async () => {
  const { user } = open(PAGE, [
    respondTo(endCustomerSession, () => refuse('This session has already ended.', { status: 404 })),
    respondTo(endCustomerSessions, () => ({ message: 'All sessions have ended.', data: aCustomer({ sessions: [] }) })),
  ]);
  await heading();
  await user.click(screen.getByRole('button', { name: 'End the session on Chrome on macOS' }));
  expect(await screen.findByText('This session has already ended.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'End all sessions' }));
  expect(await screen.findByText('All sessions have ended.')).toBeVisible();
});

test('everything about a person is saved as a file (product 17.7)', async () => {
  const saved: (readonly [string, string])[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.download, this.href]);
  });
  const blobs: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
    revokeObjectURL: () => undefined,
  });
  const { user, services } = open(PAGE, [
    respondTo(exportStaffCustomer, ({ body }) => ({ name: `personal-data.${body.format}`, content: body.format })),
  ]);
  await heading();
  await user.click(screen.getByRole('button', { name: 'Export as a page' }));
  await waitFor(() => expect(saved).toEqual([['personal-data.html', 'blob:1']]));
  await user.click(screen.getByRole('button', { name: 'Export as JSON' }));
  await waitFor(() => expect(blobs.map(({ type }) => type)).toEqual(['text/html', 'application/json']));
  expect(services.listCalls(exportStaffCustomer)).toHaveLength(2);
  jest.restoreAllMocks();
});

test('a person is erased in a week after a question, and kept with one click (product 17.9)', async () => {
  const erased = aCustomer({ erasure: { due_at: '2026-11-28T12:00:00Z', obstacle: null }, erasure_by: 'Ada' });
  const { user } = open(PAGE, [
    respondTo(startStaffErasure, () => ({ data: erased })),
    respondTo(stopStaffErasure, () => ({ message: 'The customer is kept.', data: aCustomer() })),
  ]);
  await heading();
  await user.click(screen.getByRole('button', { name: 'Erase person' }));
  await user.click(screen.getByRole('button', { name: 'Erase in a week' }));
  expect(await screen.findByText('Is erased on Nov 28, 2026.')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(panel('Privacy').getByText(/as Ada asked for/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep person' }));
  expect(await screen.findByText('The customer is kept.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Erase person' })).toBeVisible();
});

test('an order that is in the way is named, and came in while somebody asked (product 17.11)', async () => {
  const obstacle = 'Order ORD-7K3M-0001 is not paid yet.';
  let isKnown = false;
  const { user } = open(PAGE, [
    respondTo(getStaffCustomer, () => ({
      data: aCustomer({ erasure: { due_at: null, obstacle: isKnown ? obstacle : null } }),
    })),
    respondTo(startStaffErasure, () => refuse(obstacle, { status: 409, code: 'ERASURE_REFUSED' })),
  ]);
  await heading();
  await user.click(screen.getByRole('button', { name: 'Erase person' }));
  await user.click(screen.getByRole('button', { name: 'Erase in a week' }));
  expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(obstacle);
  isKnown = true;
});

test('who may only see customers finds nothing to change (product 17.3)', async () => {
  open(PAGE, [], 'orders');
  await heading();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add note' })).toBeNull());
  for (const name of [/^End/, /^Export/, 'Erase person']) expect(screen.queryByRole('button', { name })).toBeNull();
});
