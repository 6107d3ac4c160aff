import {
  changeStaffCoupon,
  createStaffCoupon,
  endStaffCoupon,
  getStaffCoupon,
  listStaffCoupons,
  listStaffGroups,
  listStaffProducts,
  type CouponPage,
  type StaffGroup,
} from '@shop/contracts';
import { createContractServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../remote';
import { aProductRow } from '../testing/builders';

const aCoupon = (code: string, overrides: Partial<CouponPage> = {}): CouponPage => ({
  code,
  kind: 'percent',
  amount: 10,
  minimum_cents: 0,
  maximum_cents: null,
  products: null,
  categories: null,
  not_reduced: false,
  email: null,
  starts_at: null,
  ends_at: null,
  max_uses: null,
  max_uses_per_customer: null,
  uses: 0,
  state: 'active',
  version: 3,
  last_uses: [],
  ...overrides,
});
const WINTER = aCoupon('WINTER', {
  minimum_cents: 4_000,
  ends_at: '2026-12-25T00:00:00.000Z',
  max_uses: 100,
  uses: 3,
  last_uses: [{ order: 'ORD-7K3F-9Q2M', at: '2026-11-21T12:00:00Z', discount: 32, total: 288 }],
});
const RINGS: StaffGroup = {
  kind: 'category',
  store: 'jewellery-store',
  slug: 'rings',
  name: 'Rings',
  picture: '',
  products: 3,
  moving: false,
};

type Answers = Parameters<typeof createContractServices>[0];
const open = (at: string, answers: Answers = []) => {
  const services = createContractServices([
    ...answers,
    respondTo(listStaffCoupons, () => ({
      data: { items: [WINTER, aCoupon('OLD', { kind: 'fixed', amount: 500, state: 'ended' })], next: null },
    })),
    respondTo(getStaffCoupon, () => ({ data: WINTER })),
    respondTo(listStaffGroups, () => ({ data: [RINGS] })),
  ]);
  return { ...renderRemote(remote, { at, services }), services };
};

test('the list says what a coupon gives, for what, how often it was used, and which can be ended (product 16.81)', async () => {
  const { user, services } = open('/admin/coupons', [
    respondTo(endStaffCoupon, () => ({ data: { ...WINTER, state: 'ended' as const, version: 4 } })),
    respondTo(changeStaffCoupon, () => ({ data: WINTER })),
  ]);
  const row = (await screen.findByRole('link', { name: 'WINTER' })).closest('tr');
  expect(row).toHaveTextContent('WINTER10% offfrom $40.00until Dec 24, 20263 of 100 usesActiveEnd');
  expect(screen.getByRole('link', { name: 'OLD' }).closest('tr')).toHaveTextContent('OLD$5.00 offeverythingalways0');
  expect(screen.queryByRole('button', { name: 'End OLD' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'End WINTER' }));
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  expect(await screen.findByText('WINTER goes on.')).toBeVisible();
  expect(services.listCalls(changeStaffCoupon)[0]).toMatchObject({
    params: { code: 'WINTER' },
    body: { version: 4, terms: { ends_at: '2026-12-25T00:00:00.000Z' } },
  });
});

test('views and the beginning of a code are in the address and in the question (product 16.81)', async () => {
  const { user, services, location } = open('/admin/coupons?view=active');
  await user.type(await screen.findByLabelText('Code'), 'win');
  await waitFor(() => expect(services.listCalls(listStaffCoupons).at(-1)?.query).toEqual({ view: 'active', q: 'win' }));
  expect(location()).toBe('/admin/coupons?view=active&q=win');
});

test('a coupon is made: what is wrong stands at its field, what was typed is sent as the shop counts (product 16.81)', async () => {
  let isTaken = true;
  const { user, services, location } = open('/admin/coupons/new', [
    respondTo(createStaffCoupon, () => {
      if (!isTaken) return { data: aCoupon('SPRING') };
      isTaken = false;
      return refuse('No', {
        status: 400,
        code: 'INVALID_REQUEST',
        fields: { code: 'There is a coupon SPRING already.' },
      });
    }),
    respondTo(listStaffProducts, () => ({
      data: { items: [aProductRow({ name: 'Halo Ring' })], next: null, total: 1 },
    })),
  ]);
  const type = async (label: string, text: string) => {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    await user.type(field, text);
  };
  await screen.findByLabelText('Rings');
  const bar = within(screen.getByRole('region', { name: 'Not saved yet' }));
  expect(bar.getByText('Nothing is filled in yet')).toBeVisible();
  expect(bar.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
  await user.click(bar.getByRole('button', { name: /^Save/ }));
  expect(screen.getByLabelText('Code')).toHaveFocus();
  await type('Code', 'spring');
  await type('Percent', '101');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText('A whole number from 1 to 100.')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('It takes off'), 'fixed');
  await type('Dollars', '12.50');
  await type('Smallest order, optional', '40');
  await type('Uses by each customer, optional', '1');
  fireEvent.change(screen.getByLabelText('Last day, optional'), { target: { value: '2026-12-24' } });
  await user.click(screen.getByLabelText('Rings'));
  await user.type(screen.getByLabelText('Products, optional'), 'halo');
  await user.click(await screen.findByRole('button', { name: 'Add Halo Ring' }));
  expect(within(screen.getByRole('list', { name: 'Chosen products' })).getByText('Halo Ring')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText('There is a coupon SPRING already.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(location()).toBe('/admin/coupons/code/SPRING'));
  expect(services.listCalls(createStaffCoupon).at(-1)?.body).toEqual({
    code: 'spring',
    kind: 'fixed',
    amount: 1_250,
    minimum_cents: 4_000,
    maximum_cents: null,
    products: ['ring-halo'],
    categories: ['rings'],
    not_reduced: false,
    email: null,
    starts_at: null,
    ends_at: '2026-12-25T00:00:00.000Z',
    max_uses: null,
    max_uses_per_customer: 1,
  });
});

test('only what was changed is sent; what somebody else saved meanwhile stands beside it (product 16.82)', async () => {
  let isLate = true;
  const { user, services } = open('/admin/coupons/code/WINTER', [
    respondTo(changeStaffCoupon, () => {
      if (!isLate) return { data: { ...WINTER, amount: 25, version: 5 } };
      isLate = false;
      return refuse('Somebody else was faster.', { status: 409, code: 'CHANGED_MEANWHILE' });
    }),
    respondTo(getStaffCoupon, () => ({ data: isLate ? WINTER : { ...WINTER, amount: 15, version: 4 } })),
  ]);
  const amount = await screen.findByLabelText('Percent');
  expect(screen.getByLabelText('Last day, optional')).toHaveValue('2026-12-24');
  expect(screen.getByRole('link', { name: 'ORD-7K3F-9Q2M' })).toHaveAttribute('href', '/admin/orders/ORD-7K3F-9Q2M');
  expect(screen.getByText('−$32.00 of $320.00')).toBeVisible();
  await user.clear(amount);
  await user.type(amount, '25');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText('15')).toBeVisible();
  expect(amount).toHaveValue('25');
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText('WINTER is saved.')).toBeVisible();
  expect(services.listCalls(changeStaffCoupon).map(({ body }) => body)).toEqual([
    { version: 3, terms: { amount: 25 } },
    { version: 4, terms: { amount: 25 } },
  ]);
});
