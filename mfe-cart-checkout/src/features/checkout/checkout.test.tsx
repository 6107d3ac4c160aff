import {
  applyCoupon,
  checkCart,
  getOrder,
  listPaymentMethods,
  placeOrder,
  startPayment,
  type Order,
  type PlaceOrderBody,
} from '@shop/contracts';
import { IDEMPOTENCY_HEADER, PAYMENT_METHODS } from '@shop/contracts/constants';
import {
  aCartItem,
  anOrder,
  aPricedCart,
  createFakeServices,
  refuse,
  renderRemote,
  respondTo,
  type ContractAnswer,
} from '@shop/shared/testing';
import { cartCleared, cartCouponSet, cartRestored, currencyChosen } from '@shop/shared/state';
import { act, screen, waitFor, within } from '@testing-library/react';
import { leaveShop } from '../../parts/leaveShop';
import { remote } from '../../remote';
import { orderPlaced } from './checkoutSlice';

jest.mock('../../parts/leaveShop');

const TERMS = 'I have read and agree to the website terms and conditions *';

beforeEach(() => {
  sessionStorage.clear();
  jest.mocked(leaveShop).mockClear();
});

const methodsListed = respondTo(listPaymentMethods, () => ({
  data: PAYMENT_METHODS.map((method) => ({ method, available: true })),
}));

const renderCheckout = (
  place: () => Order | Promise<Order> = () => anOrder(),
  others: readonly ContractAnswer[] = [],
) => {
  const services = createFakeServices([
    ...others,
    respondTo(placeOrder, async () => ({ order: await place() })),
    respondTo(getOrder, () => ({ order: anOrder() })),
    methodsListed,
    // The server has not said yet what has changed.
    respondTo(checkCart, () => new Promise(() => undefined)),
  ]);
  const rendered = renderRemote(remote, {
    at: '/checkout',
    services,
    given: (store) => store.dispatch(cartRestored([aCartItem()])),
  });
  return {
    ...rendered,
    services,
    listPlaced: () => services.listCalls(placeOrder).map(({ body }) => body),
    listKeys: () =>
      services.calls.filter(({ name }) => name === 'POST /orders').map(({ headers }) => headers[IDEMPOTENCY_HEADER]),
  };
};

const fillIn = async (user: ReturnType<typeof renderCheckout>['user']): Promise<void> => {
  const texts: Record<string, string> = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    'Street address': '12 Analytical Row',
    'Town / City': 'New York',
    'ZIP Code': '10001',
    Phone: '+1 212 555 0100',
    'Email address': 'ada@example.com',
  };
  for (const [label, text] of Object.entries(texts))
    await user.type(await screen.findByLabelText(new RegExp(`^${label}`)), text);
  await user.selectOptions(screen.getByLabelText(/^State/), 'New York');
  await user.click(screen.getByLabelText(TERMS));
};
const placeButton = () => screen.getByRole('button', { name: 'Place order' });

test('an empty cart cannot be checked out, and the page says why (product 7.1)', async () => {
  renderRemote(remote, {
    at: '/checkout',
    services: createFakeServices([methodsListed]),
    given: (store) => store.dispatch(cartRestored([])),
  });
  expect(await screen.findByText(/Add something to your cart to check out/)).toBeInTheDocument();
});

test('has a coupon toggle, billing details, notes, the order, payment methods, terms and "Place order" (product 7.1)', async () => {
  renderCheckout();
  expect(await screen.findByRole('button', { name: 'Have a coupon?' })).toHaveAttribute('aria-expanded', 'false');
  const billing = within(screen.getByRole('group', { name: 'Billing details' }));
  expect(billing.getAllByRole('textbox').length).toBeGreaterThan(8);
  const notes = within(screen.getByRole('group', { name: 'Additional information' }));
  expect(notes.getByLabelText(/^Order notes/)).toBeInTheDocument();
  const order = within(screen.getByRole('region', { name: 'Your order' }));
  expect(order.getByText('Halo Diamond Ring')).toBeInTheDocument();
  expect(screen.getAllByRole('radio')).toEqual(
    ['Direct bank transfer', 'Global payment', 'Cash on delivery'].map((name) => screen.getByLabelText(name)),
  );
  expect(screen.getByRole('checkbox', { name: TERMS })).not.toBeChecked();
  expect(placeButton()).toBeInTheDocument();
});

test('the page starts with the order and ends with "Place order"; on phones the order opens below its total (product 7.21)', async () => {
  const { user } = renderCheckout();
  const toggle = await screen.findByRole('button', { name: 'Show order summary $320.00' });
  const form = screen.getByRole('form', { name: 'Checkout' });
  const controls = [...form.querySelectorAll('button, input, select, textarea, a')];
  expect(controls[0]).toBe(toggle);
  expect(controls.at(-1)).toBe(placeButton());
  expect(placeButton().nextSibling).toBeNull();
  const content = document.getElementById(toggle.getAttribute('aria-controls') ?? '');
  expect(content).toContainElement(screen.getByRole('region', { name: 'Your order' }));
  expect(content).toContainElement(screen.getByRole('button', { name: 'Have a coupon?' }));
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await user.click(toggle);
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  expect(toggle).toHaveAccessibleName('Hide order summary $320.00');
});

test('the breadcrumb is Home > Checkout (product 7.9)', async () => {
  renderCheckout();
  const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));
  expect(crumbs.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Home', 'Checkout']);
});

test('required and optional fields are marked, with four countries and fields for phone and email (product 7.2)', async () => {
  renderCheckout();
  await screen.findByLabelText(/^First name/);
  const form = within(screen.getByRole('form', { name: 'Checkout' }));
  const fields = [...form.getAllByRole('textbox'), ...form.getAllByRole('combobox')] as HTMLInputElement[];
  const isRequired = Object.fromEntries(
    fields.filter(({ name }) => name !== '').map(({ name, required }) => [name, required]),
  );
  expect(isRequired).toEqual({
    firstName: true,
    lastName: true,
    companyName: false,
    country: true,
    streetAddress: true,
    apartment: false,
    townCity: true,
    state: true,
    zipCode: true,
    phone: true,
    email: true,
    orderNotes: false,
  });
  expect(form.getByLabelText(/^Phone/)).toHaveAttribute('type', 'tel');
  expect(form.getByLabelText(/^Email address/)).toHaveAttribute('type', 'email');
  const countries = within(form.getByLabelText(/^Country/)).getAllByRole('option');
  expect(countries.map((option) => [option.getAttribute('value'), option.textContent])).toEqual([
    ['US', 'United States'],
    ['UK', 'United Kingdom'],
    ['CA', 'Canada'],
    ['AU', 'Australia'],
  ]);
});

test('Place order stays disabled until the terms are accepted, and says why (product 7.3)', async () => {
  const { user } = renderCheckout();
  await screen.findByLabelText(/^First name/);
  expect(placeButton()).toBeDisabled();
  expect(placeButton()).toHaveAccessibleDescription('Agree to the terms to place your order.');
  await user.click(screen.getByLabelText(TERMS));
  expect(placeButton()).toBeEnabled();
});

test('bank transfer is the default; an unavailable payment method says why (product 7.3)', async () => {
  renderCheckout(undefined, [
    respondTo(listPaymentMethods, () => ({
      data: PAYMENT_METHODS.map((method) => ({ method, available: method !== 'global' })),
    })),
  ]);
  const bank = await screen.findByLabelText('Direct bank transfer');
  expect(bank).toBeChecked();
  expect(bank).toHaveAccessibleDescription(/We’ll hold your order for 24 hours\.$/);
  await waitFor(() => expect(screen.getByLabelText('Global payment')).toBeDisabled());
  expect(screen.getByText('Online payment is not available right now.')).toBeVisible();
});

test('where Stripe takes payments, they come first under its name and are chosen (product 7.22)', async () => {
  const { user, listPlaced } = renderCheckout(undefined, [
    respondTo(listPaymentMethods, () => ({
      data: [
        { method: 'global' as const, available: true, label: 'Card, Apple Pay, Google Pay' },
        { method: 'bank' as const, available: true },
        { method: 'cash' as const, available: true },
      ],
    })),
  ]);
  expect(await screen.findByLabelText('Card, Apple Pay, Google Pay')).toBeChecked();
  expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    'Card, Apple Pay, Google Pay',
    'Direct bank transfer',
    'Cash on delivery',
  ]);
  await fillIn(user);
  await user.click(placeButton());
  await waitFor(() => expect(listPlaced()[0]).toMatchObject({ payment_method: 'global' }));
});

test('a method that the shop cannot take says so, and the next one is chosen (product 7.22)', async () => {
  renderCheckout(undefined, [
    respondTo(listPaymentMethods, () => ({
      data: PAYMENT_METHODS.map((method) => ({ method, available: method === 'cash' })),
    })),
  ]);
  expect(await screen.findByLabelText('Cash on delivery')).toBeChecked();
  expect(screen.getByLabelText('Direct bank transfer')).toBeDisabled();
  expect(screen.getByText('Bank transfer is not available right now.')).toBeVisible();
});

test('nothing is chosen, and no order can be placed, before the payment methods are known', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { user } = renderCheckout(undefined, [
    respondTo(listPaymentMethods, async () => {
      await answered;
      return { data: PAYMENT_METHODS.map((method) => ({ method, available: true })) };
    }),
  ]);
  await user.click(await screen.findByLabelText(TERMS));
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  expect(placeButton()).toBeDisabled();
  act(() => answer());
  expect(await screen.findByLabelText('Direct bank transfer')).toBeChecked();
  expect(placeButton()).toBeEnabled();
});

test('offers every payment method if the available ones are unknown', async () => {
  renderCheckout(undefined, [respondTo(listPaymentMethods, () => refuse('Not now'))]);
  expect(await screen.findByLabelText('Global payment')).toBeEnabled();
});

test("an online order opens the provider's payment page, with the order page before it in the history (product 7.6)", async () => {
  const { user, location, services } = renderCheckout(
    () => anOrder({ payable: true, payment_method: 'global', status: 'pending-payment' }),
    [respondTo(startPayment, () => ({ url: 'https://pay.example/session' }))],
  );
  await fillIn(user);
  await user.click(screen.getByLabelText('Global payment'));
  await user.click(placeButton());
  await waitFor(() => expect(leaveShop).toHaveBeenCalledWith('https://pay.example/session'));
  expect(services.listCalls(startPayment)).toEqual([{ params: { number: 'ORD-7K3F-9Q2M' } }]);
  // Rendered after the navigation.
  await waitFor(() => expect(location()).toBe('/checkout/order-received/ORD-7K3F-9Q2M'));
});

test('if the payment page does not open, the order page offers to try again', async () => {
  const waiting = anOrder({ payable: true, payment_method: 'global', status: 'pending-payment' });
  let calls = 0;
  const { user } = renderCheckout(
    () => waiting,
    [
      respondTo(startPayment, () => ((calls += 1) === 1 ? refuse('Not now') : { url: 'https://pay.example/session' })),
      respondTo(getOrder, () => ({ order: waiting })),
    ],
  );
  await fillIn(user);
  await user.click(placeButton());
  await user.click(await screen.findByRole('button', { name: 'Pay now' }));
  await waitFor(() => expect(leaveShop).toHaveBeenCalledWith('https://pay.example/session'));
});

test('every required field has its own message, and the first one gets the focus (product 7.2)', async () => {
  const { user, listPlaced } = renderCheckout();
  await user.click(await screen.findByLabelText(TERMS));
  await user.click(placeButton());
  for (const sentence of [
    'Enter your first name.',
    'Enter your last name.',
    'Enter a street address.',
    'Enter a town or city.',
    'Enter a state.',
    'Enter a ZIP Code.',
    'Enter a phone number.',
    'Enter an email address.',
  ]) {
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  }
  expect(screen.getByLabelText(/^Email/)).toHaveFocus();
  expect(listPlaced()).toEqual([]);
});

test.each([
  ['Email address', 'nobody', 'Enter an email address, such as name@example.com.'],
  ['Phone', 'call me', 'Enter a phone number, such as +1 212 555 0100.'],
])('reports an invalid %s when the field loses focus', async (label, text, sentence) => {
  const { user } = renderCheckout();
  await user.type(await screen.findByLabelText(new RegExp(`^${label}`)), text);
  await user.tab();
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

test('placing an order empties the cart and opens the order page (product 7.7)', async () => {
  const { user, store, listPlaced, location } = renderCheckout();
  await fillIn(user);
  await user.click(placeButton());
  await waitFor(() => expect(location()).toBe('/checkout/order-received/ORD-7K3F-9Q2M'));
  expect(listPlaced()[0]).toMatchObject({
    items: [{ product_id: 'ring-halo', variant_id: null, quantity: 1 }],
    payment_method: 'bank',
    expected_total: 320,
    billing: { firstName: 'Ada', country: 'US' },
  });
  expect(store.getState().cart.items).toEqual([]);
  expect(await screen.findByText('ORD-7K3F-9Q2M')).toBeInTheDocument();
  expect(sessionStorage.getItem('shop.checkout')).toBeNull();
});

test('a double click places one order', async () => {
  const { user, listPlaced } = renderCheckout(() => new Promise(() => undefined));
  await fillIn(user);
  await user.dblClick(placeButton());
  expect(listPlaced()).toHaveLength(1);
});

test('repeats a request without response with the same idempotency key', async () => {
  let calls = 0;
  const { user, listKeys, location } = renderCheckout(() => {
    if ((calls += 1) === 1) throw new TypeError('Failed to fetch');
    return anOrder();
  });
  await fillIn(user);
  await user.click(placeButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to place order');
  await user.click(placeButton());
  await waitFor(() => expect(location()).toContain('/order-received/'));
  const [first, second] = listKeys();
  expect(first).toBeDefined();
  expect(second).toBe(first);
});

test('a changed order gets a new idempotency key', async () => {
  const { user, listKeys } = renderCheckout(() => refuse('Not now'));
  await fillIn(user);
  await user.click(placeButton());
  await screen.findByRole('alert');
  await user.click(screen.getByLabelText('Cash on delivery'));
  await user.click(placeButton());
  await waitFor(() => expect(listKeys()).toHaveLength(2));
  expect(listKeys()[1]).not.toBe(listKeys()[0]);
});

test('shows changed prices, and the next click orders at them (product 7.4)', async () => {
  const cart = aPricedCart([{ unit_price: 330 }]);
  let calls = 0;
  const { user, listPlaced } = renderCheckout(() =>
    (calls += 1) === 1
      ? refuse('Prices have changed.', { status: 409, code: 'TOTAL_CHANGED', also: { cart } })
      : anOrder(),
  );
  await fillIn(user);
  await user.click(placeButton());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Prices have changed. Your cart now shows what you would get.',
  );
  expect(screen.getAllByText('$330.00').length).toBeGreaterThan(0);
  await user.click(placeButton());
  await waitFor(() => expect(listPlaced()[1]).toMatchObject({ expected_total: 330 }));
});

test('shows server errors at their fields', async () => {
  const { user } = renderCheckout(() =>
    refuse('Please check the marked fields.', {
      status: 422,
      fields: { 'billing.zipCode': 'Enter a ZIP Code of New York.' },
    }),
  );
  await fillIn(user);
  await user.click(placeButton());
  expect(await screen.findByText('Enter a ZIP Code of New York.')).toBeInTheDocument();
  expect(screen.getByLabelText(/^ZIP Code/)).toBeInvalid();
});

test('restores the input after a reload', async () => {
  const { user } = renderCheckout();
  await user.type(await screen.findByLabelText(/^First name/), 'Ada');
  expect(JSON.parse(sessionStorage.getItem('shop.checkout') ?? '{}')).toMatchObject({
    owner: null,
    billing: { firstName: 'Ada' },
  });
});

const tenPercent = { code: 'TENTH', kind: 'percent', amount: 10, minimum: 0 } as const;
const summary = () => within(screen.getByRole('region', { name: 'Your order' }));

describe('the address of a country', () => {
  test('offers a list of states for countries that have one, and a text field for others', async () => {
    const { user } = renderCheckout();
    const state = await screen.findByRole('combobox', { name: /^State/ });
    expect(within(state).getByRole('option', { name: 'Oregon' })).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText(/^Country/), 'Canada');
    expect(
      within(screen.getByRole('combobox', { name: /^State/ })).getByRole('option', { name: 'Quebec' }),
    ).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText(/^Country/), 'United Kingdom');
    const county = screen.getByRole('textbox', { name: 'County (optional)' });
    await user.type(county, 'Greater London');
    expect(county).toHaveValue('Greater London');
  });

  test('reports a ZIP code of another country at its field until its country is chosen', async () => {
    const { user } = renderCheckout();
    await user.type(await screen.findByLabelText(/^ZIP Code/), 'SW1A 1AA');
    await user.tab();
    expect(await screen.findByText('Enter a ZIP Code of the United States, such as 10001.')).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText(/^Country/), 'United Kingdom');
    await waitFor(() => expect(screen.queryByText(/Enter a ZIP Code of/)).not.toBeInTheDocument());
  });

  test('a state of another country is invalid, and nothing is sent', async () => {
    const { user, listPlaced } = renderCheckout();
    await fillIn(user);
    await user.selectOptions(screen.getByLabelText(/^Country/), 'Australia');
    await user.click(placeButton());
    expect(await screen.findByText('Choose a state of Australia.')).toBeInTheDocument();
    expect(listPlaced()).toEqual([]);
  });
});

describe('coupon and currency', () => {
  test('Have a coupon? opens the field; an applied coupon changes the total and is sent with the order (product 7.1)', async () => {
    const { user, services, listPlaced } = renderCheckout(undefined, [
      respondTo(applyCoupon, () => ({ data: aPricedCart([{}], tenPercent) })),
    ]);
    await user.click(await screen.findByRole('button', { name: 'Have a coupon?' }));
    await user.type(screen.getByLabelText('Coupon code'), 'tenth{Enter}');
    expect(await summary().findByText('$288.00')).toBeInTheDocument();
    expect(services.listCalls(applyCoupon)).toEqual([
      { body: { code: 'tenth', items: [{ product_id: 'ring-halo', variant_id: null, quantity: 1 }] } },
    ]);
    expect(listPlaced()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Have a coupon?' })).not.toBeInTheDocument();
    await fillIn(user);
    await user.click(placeButton());
    await waitFor(() => expect(listPlaced()[0]).toMatchObject({ coupon_code: 'TENTH', expected_total: 288 }));
  });

  test('reports a coupon that has expired meanwhile, and the next click orders without it', async () => {
    const refusal = { status: 409, code: 'ORDER_COUPON_REFUSED', also: { cart: aPricedCart([{}]) } };
    let calls = 0;
    const { user, store, listPlaced } = renderCheckout(() =>
      (calls += 1) === 1 ? refuse('This coupon cannot be used.', refusal) : anOrder(),
    );
    act(() => void store.dispatch(cartCouponSet(tenPercent)));
    await fillIn(user);
    await user.click(placeButton());
    expect(
      await screen.findByText('This coupon cannot be used. Your cart now shows what you would get.'),
    ).toBeInTheDocument();
    expect(screen.getByText('Coupon TENTH no longer applies to this cart and was removed.')).toBeInTheDocument();
    await user.click(placeButton());
    await waitFor(() => expect(listPlaced()[1]).toMatchObject({ expected_total: 320 }));
    expect(listPlaced()[1]).not.toHaveProperty('coupon_code');
  });

  test('shows prices in the chosen currency, and the amount that is charged (product 1.7)', async () => {
    const { user, store, listPlaced } = renderCheckout();
    await fillIn(user);
    act(() => void store.dispatch(currencyChosen.fulfilled({ code: 'EUR', rate: 0.5 }, '', 'EUR')));
    expect(summary().getAllByText('€160.00').length).toBeGreaterThan(0);
    expect(summary().getByText('You are charged $320.00 in US dollars.')).toBeInTheDocument();
    await user.click(placeButton());
    await waitFor(() => expect(listPlaced()[0]).toMatchObject({ display_currency: 'EUR', expected_total: 320 }));
  });
});

describe('changes from other tabs and the server', () => {
  const refuseSoldOut = (): never =>
    refuse('Some products are no longer in stock.', {
      status: 409,
      code: 'OUT_OF_STOCK',
      also: { cart: aPricedCart([]) },
    });

  test('if the last product sells out while ordering, the empty checkout names it and says that nothing was ordered', async () => {
    const { user } = renderCheckout(refuseSoldOut);
    await fillIn(user);
    await user.click(placeButton());
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Cart is Empty' })).toBeVisible();
    expect(screen.getByText('Halo Diamond Ring is no longer available and was removed from your cart.')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Some products are no longer in stock.');
    // The pressed button was removed with the form.
    expect(screen.getByRole('heading', { level: 1, name: 'Your Cart is Empty' })).toHaveFocus();
  });

  test('shows a refusal even if another tab has emptied the cart meanwhile', async () => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { user, store } = renderCheckout(() => answered.then(refuseSoldOut));
    await fillIn(user);
    await user.click(placeButton());
    act(() => void store.dispatch(cartRestored([])));
    expect(screen.getByRole('button', { name: 'Placing your order' })).toBeVisible();
    act(() => answer());
    expect(await screen.findByRole('alert')).toHaveTextContent('Some products are no longer in stock.');
    expect(screen.getByRole('heading', { level: 1, name: 'Your Cart is Empty' })).toBeVisible();
  });

  test('confirms a placed order with a link to its page until that page is open', async () => {
    const { store } = renderCheckout();
    await screen.findByLabelText(/^First name/);
    const order = anOrder();
    act(() => {
      store.dispatch(cartCleared());
      // The request body does not matter here.
      store.dispatch(orderPlaced.fulfilled(order, '', { body: {} as PlaceOrderBody, newKey: '' }));
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Your order is placed' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Your order is placed' })).toHaveFocus();
    expect(screen.getByRole('link', { name: `Open order ${order.number}` })).toHaveAttribute(
      'href',
      `/checkout/order-received/${order.number}`,
    );
    expect(screen.queryByText('Your Cart is Empty')).not.toBeInTheDocument();
  });

  test('does not confirm the earlier order again when the checkout is opened later', async () => {
    const { user, goTo, location } = renderCheckout();
    await fillIn(user);
    await user.click(placeButton());
    await waitFor(() => expect(location()).toContain('/order-received/'));
    await act(() => goTo('/checkout'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Your Cart is Empty' })).toBeVisible();
  });

  test('orders without TLS, where browsers offer no randomUUID', async () => {
    const { randomUUID } = crypto;
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    const { user, listKeys } = renderCheckout();
    await fillIn(user);
    await user.click(placeButton());
    await waitFor(() => expect(listKeys()[0]).toMatch(/^[\w-]{16,64}$/));
    Object.defineProperty(crypto, 'randomUUID', { value: randomUUID, configurable: true });
  });

  test('says when to try again after too many orders, and keeps the input', async () => {
    const sentence =
      'That is a lot of orders from your connection, or for this email address, in a short time. Log in to order now, or try again in 40 minutes. What you typed is kept.';
    const { user, store } = renderCheckout(() => refuse(sentence, { status: 429 }));
    await fillIn(user);
    await user.click(placeButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    expect(screen.getByLabelText(/^Street address/)).toHaveValue('12 Analytical Row');
    expect(store.getState().cart.items).toHaveLength(1);
    expect(screen.getByLabelText(TERMS)).toBeChecked();
  });
});

test('says that the input is kept while offline', async () => {
  renderCheckout();
  await screen.findByLabelText(/^First name/);
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(
    screen.getByText('You are offline. What you typed is kept: place the order when you are back.'),
  ).toBeInTheDocument();
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument();
  online.mockRestore();
});
