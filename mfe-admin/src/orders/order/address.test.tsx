import { changeOrderAddress, getStaffOrder, type PostalAddress } from '@shop/contracts';
import { aStaffOrder, createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { remote } from '../../remote';

const NUMBER = 'ORD-7K3F-9Q2M';
const saved: PostalAddress = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  companyName: '',
  country: 'US',
  streetAddress: '18 Linden Row',
  apartment: '',
  townCity: 'Portland',
  state: 'OR',
  zipCode: '97205',
  phone: '+1 555 555 0142',
};

/** The form of an order that knows versions, as the API does. */
const open = async (refuseFirst?: () => never) => {
  let stored = { address: saved, version: 0 };
  let refusal = refuseFirst;
  const read = () =>
    aStaffOrder({ order: { number: NUMBER, shipping_address: stored.address }, address_version: stored.version });
  const services = createContractServices([
    respondTo(getStaffOrder, () => ({ data: read() })),
    respondTo(changeOrderAddress, ({ body }) => {
      const refuseNow = refusal;
      refusal = undefined;
      refuseNow?.();
      if (body.version !== stored.version)
        refuse('Somebody else has changed this meanwhile.', {
          status: 409,
          code: 'CHANGED_MEANWHILE',
          fields: stored.address,
        });
      stored = { address: body.address, version: stored.version + 1 };
      return { data: read() };
    }),
  ]);
  const rendered = renderRemote(remote, {
    at: [`/admin/orders/${NUMBER}`, `/admin/orders/${NUMBER}/address`],
    services,
  });
  await screen.findByLabelText('Street address');
  const saveElsewhere = (changes: Partial<PostalAddress>): void => {
    stored = { address: { ...stored.address, ...changes }, version: stored.version + 1 };
  };
  const retype = async (label: string, text: string): Promise<void> => {
    await rendered.user.clear(screen.getByLabelText(label));
    if (text !== '') await rendered.user.type(screen.getByLabelText(label), text);
  };
  return { ...rendered, services, saveElsewhere, retype, stored: () => stored };
};

const save = (): void => void fireEvent.keyDown(document.body, { key: 's', ctrlKey: true });

beforeEach(() => sessionStorage.clear());

test('the bar appears with the first change, and errors stand at their fields when they are left (product 16.28)', async () => {
  const { user, services, retype } = await open();
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).not.toBeInTheDocument();
  await retype('ZIP Code', '1');
  await user.tab();
  expect(screen.getByLabelText('ZIP Code')).toHaveAccessibleDescription(/Enter a ZIP Code of the United States/);
  const bar = within(screen.getByRole('region', { name: 'Unsaved changes' }));
  expect(bar.getByText('1 field to correct:')).toBeInTheDocument();
  await user.click(bar.getByRole('button', { name: 'ZIP Code' }));
  expect(screen.getByLabelText('ZIP Code')).toHaveFocus();
  await user.click(bar.getByRole('button', { name: /^Save/ }));
  expect(services.listCalls(changeOrderAddress)).toEqual([]);
  await user.click(bar.getByRole('button', { name: 'Discard' }));
  expect(screen.getByLabelText('ZIP Code')).toHaveValue('97205');
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).not.toBeInTheDocument();
});

test('what the server says about a field stands there, and what was typed stays (product 16.28)', async () => {
  const { retype, location, stored } = await open(() =>
    refuse('Please check the marked fields.', {
      status: 422,
      code: 'INVALID_FORM',
      fields: { 'address.streetAddress': 'No van finds this street.' },
    }),
  );
  await retype('Street address', '20 Linden Row');
  save();
  expect(await screen.findByText('No van finds this street.')).toBeInTheDocument();
  expect(screen.getByLabelText('Street address')).toHaveFocus();
  await retype('Street address', '22 Linden Row');
  save();
  expect(await screen.findByText(`Address of order ${NUMBER} saved`)).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Timeline' })).toBeInTheDocument();
  expect(location()).toBe(`/admin/orders/${NUMBER}`);
  expect(stored().address).toEqual({ ...saved, streetAddress: '22 Linden Row' });
});

test('of two who change an address, the second sees both values and chooses by field (product 16.28)', async () => {
  const { user, retype, saveElsewhere, stored, services } = await open();
  await retype('Street address', '20 Linden Row');
  await retype('Town / City', 'Salem');
  saveElsewhere({ streetAddress: '18 Linden Row, Apt 4', townCity: 'Eugene', phone: '+1 555 555 0199' });
  save();
  expect(await screen.findByText('Somebody else has saved this meanwhile.')).toBeInTheDocument();
  expect(screen.getByLabelText('Street address')).toHaveValue('20 Linden Row');
  expect(screen.getByLabelText('Phone')).toHaveValue('+1 555 555 0199');
  expect(screen.getByLabelText('Street address, theirs: 18 Linden Row, Apt 4')).not.toBeChecked();
  await user.click(screen.getByLabelText('Town / City, theirs: Eugene'));
  expect(screen.getByLabelText('Town / City')).toHaveValue('Eugene');
  await user.click(screen.getByLabelText('Town / City, yours: Salem'));
  expect(screen.getByLabelText('Town / City')).toHaveValue('Salem');
  await user.click(screen.getByLabelText('Town / City, theirs: Eugene'));
  save();
  expect(await screen.findByText(`Address of order ${NUMBER} saved`)).toBeInTheDocument();
  expect(stored().address).toEqual({
    ...saved,
    streetAddress: '20 Linden Row',
    townCity: 'Eugene',
    phone: '+1 555 555 0199',
  });
  expect(services.listCalls(changeOrderAddress).map(({ body }) => body.version)).toEqual([0, 1]);
});

test('whoever leaves with changes is asked, and a reload loses nothing (product 16.28)', async () => {
  const { user, retype, location, goTo } = await open();
  await retype('Street address', '20 Linden Row');
  await act(() => goTo(`/admin/orders/${NUMBER}`));
  const leaving = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }));
  await user.click(leaving.getByRole('button', { name: 'Stay' }));
  expect(location()).toBe(`/admin/orders/${NUMBER}/address`);
  expect(screen.getByLabelText('Street address')).toHaveValue('20 Linden Row');
  expect(JSON.stringify({ ...sessionStorage })).toContain('20 Linden Row');
  await act(() => goTo(`/admin/orders/${NUMBER}`));
  await user.click(await screen.findByRole('button', { name: 'Leave, and lose the changes' }));
  expect(await screen.findByRole('heading', { name: 'Timeline' })).toBeInTheDocument();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('20 Linden Row');
});

test('a draft is merged with what was saved while nobody looked (product 16.28)', async () => {
  const base = saved;
  sessionStorage.setItem(
    `admin-form:order-address:${NUMBER}`,
    JSON.stringify({ base: { ...base, phone: '+1 555 555 0100' }, values: { ...base, apartment: 'Unit 2' } }),
  );
  await open();
  expect(screen.getByLabelText('Apartment, suite, unit, optional')).toHaveValue('Unit 2');
  expect(screen.getByLabelText('Phone')).toHaveValue(saved.phone);
  expect(screen.getByRole('region', { name: 'Unsaved changes' })).toBeInTheDocument();
});
