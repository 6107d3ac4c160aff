import {
  exportAudit,
  getCounts,
  getStaffMe,
  getStaffSettings,
  listAudit,
  listContent,
  listStaff,
  listStaffAreas,
  listStaffCoupons,
  listStaffGroups,
  listStaffCustomers,
  listStaffOrders,
  listStaffProducts,
  listStaffReviews,
  mayDo,
  ROLES,
  type Role,
} from '@shop/contracts';
import { createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../remote';
import { meAs } from '../testing/builders';

/** What the desks ask of the API, which says in its contracts who may. */
const DESKS = {
  Orders: listStaffOrders,
  Customers: listStaffCustomers,
  Products: listStaffProducts,
  Categories: listStaffGroups,
  Coupons: listStaffCoupons,
  Delivery: listStaffAreas,
  Reviews: listStaffReviews,
  Content: listContent,
  Settings: getStaffSettings,
  Staff: listStaff,
  'Audit log': listAudit,
};

const open = async (role: Role, waiting = 3) => {
  const services = createContractServices([
    respondTo(getStaffMe, () => ({ me: meAs(role) })),
    respondTo(getCounts, () => ({ data: { reviews: waiting } })),
    respondTo(listStaffOrders, () => ({ data: { items: [], next: null, total: 0 } })),
    respondTo(listStaffCustomers, () => ({ data: { items: [], next: null } })),
    respondTo(listStaffProducts, () => ({ data: { items: [], next: null, total: 0 } })),
    respondTo(listStaffGroups, () => ({ data: [] })),
    respondTo(listStaffCoupons, () => ({ data: { items: [], next: null } })),
    respondTo(listStaffAreas, () => ({ data: [] })),
  ]);
  const rendered = renderRemote(remote, { at: '/admin', services });
  await screen.findByRole('heading', { name: 'Hello Ada' });
  return rendered;
};
const nav = () => within(screen.getByRole('navigation', { name: 'Main' }));
/** Returns false if something took the key. */
const press = (key: string): boolean => fireEvent.keyDown(document.body, { key });

test.each(Object.keys(ROLES) as Role[])(
  'the role %s finds the desks that it may enter, in the navigation, the palette and by keys, and no others (product 16.8)',
  async (role) => {
    const { user, location } = await open(role);
    const entered = Object.entries(DESKS).flatMap(([name, { access }]) => (mayDo(role, access.staff) ? [name] : []));
    const links = nav().getAllByRole('link');
    expect(links.map((link) => link.getAttribute('title'))).toEqual(['Home', ...entered]);

    await user.click(screen.getByRole('button', { name: 'Go to, or do' }));
    const isDesk = (name: string): boolean => Object.keys(DESKS).includes(name);
    const found = screen.getAllByRole('option').map(({ firstChild }) => firstChild?.textContent ?? '');
    expect(found.filter(isDesk)).toEqual(entered);
    await user.click(screen.getByRole('button', { name: 'Close' }));

    // A key that leads somewhere is not left to the browser.
    press('g');
    expect(press('t')).toBe(!entered.includes('Staff'));
    await waitFor(() => expect(location()).toBe(entered.includes('Staff') ? '/admin/staff' : '/admin'));
  },
);

test.each([
  [0, 'Reviews'],
  [7, 'Reviews7 waiting'],
  [999, 'Reviews999 waiting'],
  [1_200, 'Reviews999+ waiting'],
])('of %d reviews that wait, the navigation says "%s" (product 16.8)', async (waiting, text) => {
  await open('support', waiting);
  expect(
    await nav().findByText((_text, element) => element?.tagName === 'A' && element.textContent === text),
  ).toBeVisible();
});

test('phones show four places, daily ones first, and the others behind More (product 16.8)', async () => {
  const { user } = await open('owner');
  const shown = () =>
    nav()
      .getAllByRole('link')
      .filter((link) => !link.hasAttribute('data-more'));
  expect(shown().map((link) => link.getAttribute('title'))).toEqual(['Home', 'Orders', 'Products', 'Reviews']);
  await user.click(nav().getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('option', { name: /^Delivery/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Delivery' })).toBeVisible();
});

test('who may enter few places has no More', async () => {
  await open('support');
  expect(nav().queryByRole('button', { name: 'More' })).toBeNull();
});

test('a desk that is not for a role says for which it is, and asks for nothing (product 16.7)', async () => {
  const services = createContractServices([respondTo(getStaffMe, () => ({ me: meAs('support') }))]);
  renderRemote(remote, { at: '/admin/staff', services });
  expect(await screen.findByRole('heading', { name: 'You are signed in as Support' })).toBeVisible();
  expect(screen.getByText(/^This is for the role Owner\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
  expect(services.listCalls(listStaff)).toEqual([]);
});

test('while it is unknown who is there, the page says what failed and tries again', async () => {
  let isResting = true;
  const services = createContractServices([
    respondTo(getStaffMe, () => (isResting ? refuse('The shop is resting.', { status: 503 }) : { me: meAs('owner') })),
  ]);
  const { user } = renderRemote(remote, { at: '/admin', services });
  expect(await screen.findByRole('alert')).toHaveTextContent('The shop is resting.');
  isResting = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Hello Ada' })).toBeVisible();
});

test('a dialog that a key opened leaves the focus to the page, where keys go on', async () => {
  const { user } = await open('owner');
  press('/');
  await user.type(within(screen.getByRole('dialog')).getByRole('combobox'), 'zzz');
  expect(await screen.findByText('Nothing has this name.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('main')).toHaveFocus();
  press('?');
  expect(screen.getByRole('dialog', { name: 'Keys' })).toBeVisible();
});

test('a question for the passkey has the colors of the back office, and without an answer nothing is done (product 16.5)', async () => {
  const services = createContractServices([
    respondTo(getStaffMe, () => ({ me: meAs('owner') })),
    respondTo(exportAudit, () => refuse('Confirm first.', { status: 403, code: 'CONFIRMATION_NEEDED' })),
  ]);
  const { user } = renderRemote(remote, { at: '/admin/audit', services });
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  const question = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  expect(question.closest('.admin')).not.toBeNull();
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect((await screen.findByText('Confirm first.')).closest('.admin')).not.toBeNull();
  expect(services.listCalls(exportAudit)).toHaveLength(1);
});
