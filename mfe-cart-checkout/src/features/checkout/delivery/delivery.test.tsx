import {
  checkCart,
  getNextDelivery,
  getOrder,
  holdDeliverySlot,
  listAddresses,
  listDeliverySlots,
  listPaymentMethods,
  placeOrder,
  type CartFood,
  type DeliveryOffer,
  type DeliverySlot,
  type NextDelivery,
  type Order,
  type PricedCart,
} from '@shop/contracts';
import { PAYMENT_METHODS } from '@shop/contracts/constants';
import { cartRestored, loginUser, placeChosen } from '@shop/shared/state';
import {
  aCartItem,
  anOrder,
  aPricedCart,
  aUser,
  createFakeServices,
  refuse,
  renderRemote,
  respondTo,
} from '@shop/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../../remote';

const TERMS = 'I have read and agree to the website terms and conditions *';

const aSlot = (id: number, overrides: Partial<DeliverySlot> = {}): DeliverySlot => ({
  id,
  day: 'Monday, November 23',
  hours: `${id} to ${id + 2} PM`,
  free: true,
  held: false,
  order_by: 'Monday, 7 AM',
  ...overrides,
});
const SLOTS = [aSlot(1, { free: false }), aSlot(3), aSlot(5), aSlot(7, { day: 'Tuesday, November 24' })];

const carrots = aCartItem({ id: 'carrots', productId: 'carrots', name: 'Carrots', price: 4 });
const milk = aCartItem({ id: 'milk', productId: 'milk', name: 'Milk', price: 8 });
const offerOf = (slots: DeliverySlot[]): DeliveryOffer => ({ area: { name: 'Portland', minimum: 10 }, slots });
const LINES = [carrots, milk].map(({ productId, name, price }) => ({
  product_id: productId,
  name,
  unit_price: price,
  quantity: 1,
}));
const FOOD = { product_ids: ['carrots', 'milk'], minimum: 10, missing: 0 };

interface Given {
  readonly food?: CartFood | null;
  readonly offer?: DeliveryOffer;
  /** Returns for how many minutes. */
  readonly hold?: () => number;
  readonly place?: () => Order;
  readonly at?: string;
  readonly next?: NextDelivery | null;
}

const renderCheckout = ({
  food = FOOD,
  offer = offerOf(SLOTS),
  hold = () => 15,
  place = () => anOrder(),
  at = '/checkout',
  next = null,
}: Given = {}) => {
  const check = jest.fn(async (): Promise<PricedCart> => ({ ...aPricedCart(LINES), food }));
  const services = createFakeServices([
    respondTo(listAddresses, () => ({ data: [] })),
    respondTo(getNextDelivery, () => ({ data: next, area: { name: 'Seattle', minimum: 25 } })),
    respondTo(listDeliverySlots, () => ({ data: offer })),
    respondTo(holdDeliverySlot, ({ body: { slot_id } }) => ({ data: { slot_id, held_minutes: hold() } })),
    respondTo(checkCart, async () => ({ data: await check() })),
    respondTo(placeOrder, () => ({ order: place() })),
    respondTo(getOrder, () => ({ order: anOrder() })),
    respondTo(listPaymentMethods, () => ({
      data: PAYMENT_METHODS.map((method) => ({ method, available: true })),
    })),
  ]);
  const rendered = renderRemote(remote, {
    at,
    services,
    given: (store) => store.dispatch(cartRestored([carrots, milk])),
  });
  return {
    ...rendered,
    check,
    listAsked: () => services.listCalls(listDeliverySlots).map(({ query }) => query),
    listHeld: () => services.listCalls(holdDeliverySlot).map(({ body }) => body.slot_id),
    listPlaced: () => services.listCalls(placeOrder).map(({ body }) => body),
  };
};
type Rendered = ReturnType<typeof renderCheckout>;

const typePostcode = async (user: Rendered['user'], postcode = '97205'): Promise<void> =>
  user.type(await screen.findByLabelText(/^ZIP Code/), postcode);
const fillIn = async (user: Rendered['user']): Promise<void> => {
  const texts: Record<string, string> = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    'Street address': '12 Analytical Row',
    'Town / City': 'Portland',
    Phone: '+1 503 555 0100',
    'Email address': 'ada@example.com',
  };
  for (const [label, text] of Object.entries(texts))
    await user.type(await screen.findByLabelText(new RegExp(`^${label}`)), text);
  await typePostcode(user);
  await user.selectOptions(screen.getByLabelText(/^State/), 'Oregon');
  await user.click(screen.getByLabelText(TERMS));
};
const choice = () => screen.findByRole('group', { name: 'Delivery' });

beforeEach(() => sessionStorage.clear());

test('a cart without food has no delivery slots', async () => {
  const { user, listAsked, check } = renderCheckout({ food: null });
  await typePostcode(user);
  await waitFor(() => expect(check).toHaveBeenCalled());
  expect(screen.queryByText('Delivery')).toBeNull();
  expect(listAsked()).toEqual([]);
});

describe('a customer whose cart is restored from the server or another tab', () => {
  const logIn = ({ store }: Rendered): void =>
    void store.dispatch(
      loginUser.fulfilled({ message: '', token: 'token-1', user: aUser() }, '', { email: '', password: '' }),
    );

  test('chooses a slot, also if that was while the cart was checked (product 7.14)', async () => {
    const rendered = renderCheckout();
    const { check, store } = rendered;
    let answer: (priced: PricedCart) => void = () => undefined;
    check.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    logIn(rendered);
    await waitFor(() => expect(check).toHaveBeenCalled());
    await act(async () => store.dispatch(cartRestored([{ ...carrots }, { ...milk }])));
    await act(async () => answer({ ...aPricedCart(LINES), food: FOOD }));
    expect(await choice()).toBeVisible();
    expect(check).toHaveBeenCalledTimes(1);
  });

  test('chooses a slot for food that was added there (product 7.14)', async () => {
    const rendered = renderCheckout({ food: null });
    const { check, store } = rendered;
    logIn(rendered);
    await waitFor(() => expect(check).toHaveBeenCalledTimes(1));
    check.mockResolvedValue({ ...aPricedCart(LINES), food: FOOD });
    await act(async () => store.dispatch(cartRestored([carrots, { ...milk, quantity: 2 }])));
    expect(await choice()).toBeVisible();
  });
});

test('the first free slot of the address is chosen and held, and others can be chosen (product 7.14, 7.15)', async () => {
  const { user, listAsked, listHeld, listPlaced } = renderCheckout();
  await fillIn(user);
  const day = await within(await choice()).findByRole('group', { name: 'Monday, November 23' });
  expect(listAsked()).toEqual([{ country: 'US', postcode: '97205' }]);
  const [full, first, second] = within(day).getAllByRole('radio');
  expect(full).toBeDisabled();
  await waitFor(() => expect(first).toBeChecked());
  expect(await screen.findByText('Reserved for 15 minutes.')).toBeVisible();
  await user.click(second ?? day);
  await waitFor(() => expect(listHeld()).toEqual([3, 5]));
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(listPlaced()).toHaveLength(1));
  expect(listPlaced()[0]).toMatchObject({ delivery_slot_id: 5, substitution: 'similar' });
});

test('the payment methods say until when food is held, and a guest that a cash order must be confirmed (product 7.6, 7.19)', async () => {
  const { user } = renderCheckout();
  await choice();
  expect(screen.getByRole('radio', { name: 'Direct bank transfer' })).toHaveAccessibleDescription(
    /We’ll hold your order for 24 hours at most, and not beyond the “order by” time of its delivery\.$/,
  );
  const cash = screen.getByRole('radio', { name: 'Cash on delivery' });
  await user.click(cash);
  expect(cash).toHaveAccessibleDescription(/open the link in its email before the “order by” time of its delivery\.$/);
});

test('the slot that this browser holds stays chosen', async () => {
  const { user, listHeld } = renderCheckout({ offer: offerOf([aSlot(1), aSlot(3, { held: true })]) });
  await typePostcode(user);
  await waitFor(async () => expect(within(await choice()).getAllByRole('radio')[1]).toBeChecked());
  expect(listHeld()).toEqual([3]);
});

test('a chosen slot stays chosen while the postal code changes, and its day is shown', async () => {
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday'].map((day, n) => aSlot(n + 1, { day }));
  const { user, listPlaced } = renderCheckout({ offer: offerOf(days) });
  await fillIn(user);
  await user.click(await screen.findByRole('button', { name: 'Show more days' }));
  await user.click(within(screen.getByRole('group', { name: 'Thursday' })).getByRole('radio'));
  await user.type(screen.getByLabelText(/^ZIP Code/), '{Backspace}6');
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(listPlaced()).toHaveLength(1));
  expect(listPlaced()[0]).toMatchObject({ delivery_slot_id: 4, billing: { zipCode: '97206' } });
});

test('the day of a held slot is shown, and the minimum of its area (product 7.16)', async () => {
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday'].map((day, n) => aSlot(n + 1, { day, held: n === 3 }));
  const { user } = renderCheckout({ offer: { area: { name: 'Seattle', minimum: 25 }, slots: days } });
  await typePostcode(user);
  expect(within(await screen.findByRole('group', { name: 'Thursday' })).getByRole('radio')).toBeChecked();
  expect(screen.getByText('Food orders to Seattle start at $25.00. Add $13.00 of food to check out.')).toBeVisible();
});

test('an address where no van goes is told so before anything is sent', async () => {
  const { user, listPlaced } = renderCheckout({ offer: { area: null, slots: [] } });
  await typePostcode(user, '10001');
  expect(await screen.findByText(/We don’t deliver food to 10001 yet/)).toBeVisible();
  expect(listPlaced()).toEqual([]);
});

test('a slot that was taken meanwhile is said, and the free ones are shown again', async () => {
  const reason = 'That delivery slot is full now.';
  const { user, listAsked, listPlaced } = renderCheckout({
    place: () => refuse(reason, { status: 422, fields: { delivery_slot_id: reason } }),
  });
  await fillIn(user);
  await screen.findByText('Reserved for 15 minutes.');
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(listPlaced()).toHaveLength(1));
  expect(within(await choice()).getByText(reason)).toBeVisible();
  await waitFor(() => expect(listAsked()).toHaveLength(2));
});

test('a place that cannot be held is said', async () => {
  const { user } = renderCheckout({ hold: () => refuse('That delivery slot is full now.') });
  await typePostcode(user);
  expect(await screen.findByText('That delivery slot is full now.')).toBeVisible();
});

test('a place that is no longer held is said, and is held again on request (product 7.15)', async () => {
  const { user, listHeld } = renderCheckout({ hold: () => 0 });
  await typePostcode(user);
  expect(await screen.findByText('This time is no longer reserved for you. Others can take it.')).toBeVisible();
  expect(screen.queryByText(/Reserved for/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show times again' }));
  await waitFor(() => expect(listHeld()).toEqual([3, 3]));
});

test('further days are shown on request', async () => {
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday'].map((day, n) => aSlot(n + 1, { day }));
  const { user } = renderCheckout({ offer: offerOf(days) });
  await typePostcode(user);
  expect(await screen.findByRole('group', { name: 'Wednesday' })).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Thursday' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show more days' }));
  expect(screen.getByRole('group', { name: 'Thursday' })).toBeVisible();
});

test('what is sent for missing food is chosen for the order, and otherwise for a product (product 7.17)', async () => {
  const { user, listPlaced } = renderCheckout();
  await fillIn(user);
  await user.selectOptions(await screen.findByLabelText('Substitutions'), 'Send my money back');
  await user.click(screen.getByText('Choose for each product'));
  await user.selectOptions(screen.getByLabelText('Milk'), 'Send something similar');
  await screen.findByText('Reserved for 15 minutes.');
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(listPlaced()).toHaveLength(1));
  const [body] = listPlaced();
  expect(body?.substitution).toBe('refund');
  expect(body?.items).toMatchObject([{ product_id: 'carrots' }, { product_id: 'milk', substitution: 'similar' }]);
  expect(body?.items[0]).not.toHaveProperty('substitution');
});

test('the cart says what is missing of the minimum (product 7.16)', async () => {
  renderCheckout({ food: { ...FOOD, minimum: 14, missing: 2 }, at: '/cart' });
  expect(await screen.findByText('Food orders start at $14.00. Add $2.00 to check out.')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '1200');
});

test("the minimum and the next van are those of the visitor's area, once it is known (product 6.17)", async () => {
  const next = { day: 'Friday, November 27', hours: '8 to 10 AM', days_ahead: 1 };
  const { store } = renderCheckout({ at: '/cart', next });
  expect(await screen.findByRole('link', { name: 'Enter your ZIP code to see delivery times' })).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
  await act(() => store.dispatch(placeChosen('98101')));
  expect(screen.getByText(/Tomorrow, 8 to 10 AM, 98101/)).toBeVisible();
  expect(screen.getByText('Food orders start at $25.00. Add $13.00 to check out.')).toBeVisible();
});

test('the postal code is asked for before the address, and is the one of the address (product 7.20)', async () => {
  const { user } = renderCheckout();
  const asked = await screen.findByLabelText('Delivery ZIP');
  const address = screen.getByLabelText(/^Street address/);
  expect(asked.compareDocumentPosition(address)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.type(asked, '97205');
  expect(screen.getByLabelText(/^ZIP Code/)).toHaveValue('97205');
  expect(await screen.findByText('Reserved for 15 minutes.')).toBeVisible();
});
