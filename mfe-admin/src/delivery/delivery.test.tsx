import {
  changeStaffArea,
  changeStaffSlot,
  createStaffArea,
  listStaffAreas,
  listStaffSlots,
  removeStaffArea,
  type StaffArea,
  type StaffSlot,
} from '@shop/contracts';
import { createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { remote } from '../remote';

const anArea = (id: string, name: string, overrides: Partial<StaffArea> = {}): StaffArea => ({
  id,
  name,
  country: 'US',
  prefixes: ['980', '981'],
  time_zone: 'America/Los_Angeles',
  minimum_cents: 2_500,
  runs: [{ weekdays: [1, 2, 3], from: 8, to: 10, capacity: 24, cutoff: { days_before: 1, hour: 20 } }],
  version: 2,
  ...overrides,
});
const SEATTLE = anArea('seattle', 'Seattle');
const aSlot = (id: number, overrides: Partial<StaffSlot> = {}): StaffSlot => ({
  id,
  starts: '2026-11-27 08:00',
  ends: '2026-11-27 10:00',
  order_until: '2026-11-26 20:00',
  capacity: 24,
  taken: 0,
  held: 0,
  closed: false,
  late: false,
  ...overrides,
});
const SLOTS = [
  aSlot(1, { late: true, taken: 7 }),
  aSlot(2, { starts: '2026-11-27 22:00', ends: '2026-11-28 00:00', taken: 22, held: 2 }),
  aSlot(3, { starts: '2026-11-28 08:00', ends: '2026-11-28 10:00' }),
];

type Answers = Parameters<typeof createContractServices>[0];
const open = (at: string, answers: Answers = []) => {
  const services = createContractServices([
    ...answers,
    respondTo(listStaffAreas, () => ({ data: [anArea('portland', 'Portland'), SEATTLE] })),
    respondTo(listStaffSlots, () => ({ data: SLOTS })),
  ]);
  return { ...renderRemote(remote, { at, services }), services };
};

test('slots of an area show their orders, who is at the checkout, and what can still be changed (product 16.84)', async () => {
  const { services } = open('/admin/delivery?area=seattle');
  const rows = within(await screen.findByRole('region', { name: 'Delivery slots' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    'Fri, Nov 27, 8 AM–10 AMThu, Nov 26, 8 PM7 of 24 ordersOrders are in–',
    'Fri, Nov 27, 10 PM–12 AMThu, Nov 26, 8 PM22 of 24 orders + 2 at the checkoutFullCloseCapacity',
    'Sat, Nov 28, 8 AM–10 AMThu, Nov 26, 8 PM0 of 24 ordersOpenCloseCapacity',
  ]);
  expect(screen.getByRole('link', { name: '7 of 24' })).toHaveAttribute('href', '/admin/orders?view=all&slot=1');
  expect(services.listCalls(listStaffSlots)[0]?.params).toEqual({ id: 'seattle' });
});

test('a slot is closed, which can be taken back, and takes no fewer orders than it has (product 16.84)', async () => {
  const { user, services } = open('/admin/delivery', [
    respondTo(changeStaffSlot, ({ body }) =>
      body.capacity === undefined
        ? { data: SLOTS.map((slot) => (slot.id === 3 ? { ...slot, closed: body.closed ?? false } : slot)) }
        : refuse('No', {
            status: 400,
            code: 'INVALID_REQUEST',
            fields: { capacity: '22 orders have it: at least 22.' },
          }),
    ),
  ]);
  await user.click(await screen.findByRole('button', { name: 'Close Sat, Nov 28, 8 AM–10 AM' }));
  expect(await screen.findByRole('button', { name: 'Open Sat, Nov 28, 8 AM–10 AM' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Undo/ }));
  expect(await screen.findByRole('button', { name: 'Close Sat, Nov 28, 8 AM–10 AM' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Capacity of Fri, Nov 27, 10 PM–12 AM' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Fri, Nov 27, 10 PM–12 AM' }));
  await user.clear(dialog.getByLabelText('Orders at most'));
  await user.type(dialog.getByLabelText('Orders at most'), '5');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('22 orders have it: at least 22.')).toBeVisible();
  expect(services.listCalls(changeStaffSlot).map(({ body }) => body)).toEqual([
    { closed: true },
    { closed: false },
    { capacity: 5 },
  ]);
});

test('an area is made with its runs; what is wrong stands at its field (product 16.83)', async () => {
  const { user, services, location } = open('/admin/delivery/new', [
    respondTo(createStaffArea, () => ({ data: [SEATTLE, anArea('eugene', 'Eugene')] })),
  ]);
  await user.type(await screen.findByLabelText('Name'), 'Eugene');
  await user.type(screen.getByLabelText('Postal codes'), '974, 973');
  const zone = screen.getByLabelText('Time zone');
  await user.clear(zone);
  await user.type(zone, 'America/Los_Angeles');
  await user.selectOptions(screen.getByLabelText('To'), '8');
  await user.click(screen.getByLabelText('Sat'));
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText('Run 1 ends before it starts.')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('To'), '12');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(location()).toBe('/admin/delivery?view=areas'));
  expect(services.listCalls(createStaffArea)[0]?.body).toEqual({
    name: 'Eugene',
    country: 'US',
    prefixes: ['974', '973'],
    time_zone: 'America/Los_Angeles',
    minimum_cents: 0,
    runs: [{ weekdays: [1, 2, 3, 4, 5, 6], from: 8, to: 12, capacity: 20, cutoff: { days_before: 1, hour: 20 } }],
  });
});

test('an area is changed by what differs, and removed after a question (product 16.83)', async () => {
  const { user, services, location } = open('/admin/delivery/areas/seattle', [
    respondTo(changeStaffArea, () => ({ data: [{ ...SEATTLE, minimum_cents: 3_000, version: 3 }] })),
    respondTo(removeStaffArea, () => ({ data: [] })),
  ]);
  const minimum = await screen.findByLabelText('Smallest order, optional');
  expect(minimum).toHaveValue('25.00');
  await user.clear(minimum);
  await user.type(minimum, '30');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText('Saved.')).toBeVisible();
  expect(services.listCalls(changeStaffArea)[0]?.body).toEqual({ version: 2, terms: { minimum_cents: 3_000 } });
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await user.click(await screen.findByRole('button', { name: 'Remove the area' }));
  await waitFor(() => expect(location()).toBe('/admin/delivery?view=areas'));
});
