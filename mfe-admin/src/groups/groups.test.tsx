import {
  changeStaffGroup,
  createStaffGroup,
  deleteStaffGroup,
  listStaffGroups,
  orderStaffGroups,
  type StaffGroup,
} from '@shop/contracts';
import { storefrontsChanged } from '@shop/shared/state';
import { createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../remote';

const aGroup = (name: string, overrides: Partial<StaffGroup> = {}): StaffGroup => ({
  kind: 'category',
  store: 'jewellery-store',
  slug: name.toLowerCase(),
  name,
  picture: '',
  products: 3,
  moving: false,
  ...overrides,
});
const GROUPS = [
  aGroup('Rings'),
  aGroup('Necklaces'),
  aGroup('Anklets', { products: 0 }),
  aGroup('Fruits', { store: 'organic-store', moving: true }),
  aGroup('Ostara', { kind: 'brand' }),
];

type Answers = Parameters<typeof createContractServices>[0];
const open = async (answers: Answers = [], at = '/admin/categories') => {
  const services = createContractServices([...answers, respondTo(listStaffGroups, () => ({ data: GROUPS }))]);
  const rendered = renderRemote(remote, { at, services });
  await screen.findByRole('region', { name: 'Oriel' });
  return { ...rendered, services };
};
const names = (): (string | null)[] =>
  within(screen.getByRole('region', { name: 'Oriel' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('b')?.textContent ?? null);

test('each storefront has its own, in order, with what they have; brands are beside them (product 16.78)', async () => {
  const { user } = await open();
  expect(names()).toEqual(['Rings', 'Necklaces', 'Anklets']);
  expect(screen.getByText('Products follow')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Brands' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Brands' })).toBeVisible();
  expect(names()).toEqual(['Ostara']);
});

test('a storefront that staff have renamed has its name here, too (product 19.1)', async () => {
  renderRemote(remote, {
    at: '/admin/categories',
    services: createContractServices([respondTo(listStaffGroups, () => ({ data: GROUPS }))]),
    given: (store) => store.dispatch(storefrontsChanged({ jewellery: { name: 'Green Door' } })),
  });
  expect(await screen.findByRole('region', { name: 'Green Door' })).toBeVisible();
  expect(screen.queryByText('Oriel')).toBeNull();
});

test('several steps are saved as one order, are announced, and keep the focus (product 16.78)', async () => {
  const { user, services } = await open([respondTo(orderStaffGroups, () => ({ data: GROUPS }))]);
  const up = screen.getByRole('button', { name: 'Move Anklets up' });
  await user.click(up);
  expect(screen.getByText('Anklets, now 2 of 3')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Move Anklets up' })).toHaveFocus();
  fireEvent.keyDown(screen.getByRole('button', { name: 'Edit Anklets' }), { key: 'ArrowUp', altKey: true });
  expect(names()).toEqual(['Anklets', 'Rings', 'Necklaces']);
  await waitFor(() =>
    expect(services.listCalls(orderStaffGroups).at(-1)?.body.slugs).toEqual(['anklets', 'rings', 'necklaces']),
  );
});

test('a name that somebody else has changed is shown, and what was typed stays (product 16.78)', async () => {
  let late = true;
  const { user, services } = await open([
    respondTo(changeStaffGroup, () => {
      if (!late) return { data: [aGroup('Bands')] };
      late = false;
      return refuse('Changed', { status: 409, code: 'CHANGED_MEANWHILE', fields: { name: 'Loops' } });
    }),
  ]);
  await user.click(screen.getByRole('button', { name: 'Edit Rings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rings' }));
  await user.clear(dialog.getByLabelText('Name'));
  await user.type(dialog.getByLabelText('Name'), 'Bands');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Somebody else has just called it “Loops”.');
  expect(dialog.getByLabelText('Name')).toHaveValue('Bands');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Bands is saved.')).toBeVisible();
  expect(services.listCalls(changeStaffGroup).map(({ body }) => body.seen)).toEqual(['Rings', 'Loops']);
  expect(names()).toEqual(['Bands']);
});

test('a new one is made with N; a refused name stands at its field; what has products cannot be deleted (product 16.78)', async () => {
  let isTaken = true;
  const { user, services } = await open([
    respondTo(createStaffGroup, () => {
      if (!isTaken) return { data: [...GROUPS, aGroup('Brooches')] };
      isTaken = false;
      return refuse('No', { status: 400, code: 'INVALID_REQUEST', fields: { name: 'There is a category Rings.' } });
    }),
    respondTo(deleteStaffGroup, () => ({ data: GROUPS.slice(0, 2) })),
  ]);
  fireEvent.keyDown(document.body, { key: 'n' });
  const dialog = within(await screen.findByRole('dialog', { name: 'New category' }));
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Give it a name.');
  await user.type(dialog.getByLabelText('Name'), 'Brooches');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('There is a category Rings.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Brooches is created.')).toBeVisible();
  expect(services.listCalls(createStaffGroup).at(-1)?.body).toEqual({
    kind: 'category',
    store: 'jewellery-store',
    name: 'Brooches',
    picture: null,
  });
  expect(screen.getByRole('button', { name: 'Delete Rings' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('button', { name: 'Delete Anklets' }));
  expect(await screen.findByText('Anklets is deleted.')).toBeVisible();
  expect(services.listCalls(deleteStaffGroup)).toHaveLength(1);
});
