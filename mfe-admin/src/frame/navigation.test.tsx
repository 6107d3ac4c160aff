import {
  getCounts,
  getStaffMe,
  listAudit,
  listStaff,
  listStaffReviews,
  mayDo,
  ROLES,
  type Role,
  type StaffMe,
} from '@shop/contracts';
import { createContractServices, renderRemote, respondTo } from '@shop/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../remote';

/** What the desks ask of the API, which says in its contracts who may. Home asks for nothing of its own. */
const DESKS = { Reviews: listStaffReviews, Staff: listStaff, 'Audit log': listAudit };

const open = async (role: Role, waiting = 3) => {
  const me: StaffMe = {
    id: '1',
    name: 'Ada',
    email: 'ada@example.com',
    role,
    permissions: [...ROLES[role].permissions],
    ways: { passkey: true, app: false },
    confirmed_until: '2026-11-21T12:05:00Z',
  };
  const services = createContractServices([
    respondTo(getStaffMe, () => ({ me })),
    respondTo(getCounts, () => ({ data: { reviews: waiting } })),
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
