import {
  applyCoupon,
  checkCart,
  removeCoupon,
  type PricedCart,
  type PricedLine,
  type RequestOf,
} from '@shop/contracts';
import {
  aCartItem,
  aPricedCart,
  createFakeServices,
  refuse,
  renderRemote,
  respondTo,
  type ContractAnswer,
} from '@shop/shared/testing';
import { cartCouponSet, cartRestored, type CartItem } from '@shop/shared/state';
import { act, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';

const tenPercent = { code: 'TENTH', kind: 'percent', amount: 10, minimum: 0 } as const;

/** The server has not said yet what has changed. */
const unchecked = respondTo(checkCart, () => new Promise(() => undefined));

const renderCart = (
  items: readonly CartItem[] | undefined,
  { at = '/cart', answers = [] }: { at?: string | readonly string[]; answers?: readonly ContractAnswer[] } = {},
) => {
  const services = createFakeServices([...answers, unchecked]);
  const page = renderRemote(remote, {
    at,
    services,
    given: (store) => items && store.dispatch(cartRestored(items)),
  });
  return { ...page, services };
};

test('an empty cart shows the specified texts (product 6.5)', async () => {
  renderCart([]);
  expect(await screen.findByRole('heading', { name: 'Your Cart is Empty' })).toBeInTheDocument();
  expect(screen.getByText('Add some products to your cart to see them here.')).toBeInTheDocument();
});

test('shows no cart until the stored cart is loaded', async () => {
  renderCart(undefined);
  expect(await screen.findByRole('heading', { level: 1, name: 'Cart' })).toBeInTheDocument();
  expect(screen.queryByText('Your Cart is Empty')).not.toBeInTheDocument();
});

test('goods sold loose are weights, and lines with a weight have a price per kilogram (product 4.14, 5.17)', async () => {
  const loose = { id: 'potatoes:loose', name: 'Potatoes, Loose', price: 1.3, available: 6 };
  const milk = aCartItem({ id: 'milk', name: 'Milk', price: 2.1, measure: { grams: 1_000, liquid: true } });
  const { user, store } = renderCart([aCartItem({ ...loose, quantity: 3, measure: { stepGrams: 500 } }), milk]);
  const row = within(await screen.findByRole('row', { name: /Potatoes, Loose/ }));
  for (const text of [/^\$1\.30 per 500.g$/, '$2.60 per kg ($1.18 per lb)', /^1\.5.kg$/, '$3.90'])
    expect(row.getByText(text)).toBeVisible();
  expect(
    within(screen.getByRole('row', { name: /Milk/ })).getByText('$2.10 per liter ($0.06 per fl oz)'),
  ).toBeVisible();
  await user.click(row.getByRole('button', { name: /Increase quantity of Potatoes, Loose by 500.g/ }));
  expect(row.getByRole('status')).toHaveTextContent('2 kg');
  expect(store.getState().cart.items[0]?.quantity).toBe(4);
});

test('options of a line stand on lines of their own, and its buttons name all of it (product 6.4)', async () => {
  const choices = { engraving: { text: 'Always', font: 'script' } } as const;
  const name = 'Halo Diamond Ring, 52 mm, engraved “Always” (script)';
  renderCart([aCartItem({ name, variantId: '52', choices })]);
  expect(await screen.findByRole('link', { name: 'Halo Diamond Ring' })).toBeVisible();
  expect(screen.getByText('52 mm')).toBeVisible();
  expect(screen.getByText('engraved “Always” (script)')).toBeVisible();
  expect(screen.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
});

test('the server tells how much of goods sold loose is left', async () => {
  const measure = { stepGrams: 500 };
  const line = aCartItem({ name: 'Potatoes, Loose', quantity: 4, measure });
  const left = { ...aPricedCart([line]).lines[0], quantity: 3, measure } as PricedLine;
  renderCart([line], {
    answers: [respondTo(checkCart, () => ({ data: { ...aPricedCart([line]), lines: [left] } }))],
  });
  expect(await screen.findByText(/Only 1\.5.kg of Potatoes, Loose in stock/)).toBeInTheDocument();
});

test('has Product, Price, Quantity and Subtotal per line item, a coupon field, totals and actions (product 6.4)', async () => {
  renderCart([aCartItem({ quantity: 2 })]);
  const table = within(await screen.findByRole('table', { name: 'Products in your cart' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Product',
    'Price',
    'Quantity',
    'Subtotal',
    'Remove',
  ]);
  const row = within(table.getByRole('row', { name: /Halo Diamond Ring/ }));
  for (const text of ['$320.00', '$640.00']) expect(row.getByText(text)).toBeInTheDocument();
  for (const name of [
    'Decrease quantity of Halo Diamond Ring',
    'Increase quantity of Halo Diamond Ring',
    'Remove Halo Diamond Ring',
  ])
    expect(row.getByRole('button', { name })).toBeEnabled();
  const totals = within(screen.getByRole('region', { name: 'CART TOTALS' }));
  expect(totals.getByLabelText('Coupon code')).toBeInTheDocument();
  for (const name of ['Update Cart', 'Clear Cart', 'Apply']) expect(screen.getByRole('button', { name })).toBeEnabled();
  for (const text of ['Items', 'Subtotal', 'Total']) expect(totals.getByText(text)).toBeInTheDocument();
  expect(totals.getByRole('link', { name: 'Proceed to Checkout' })).toHaveAttribute('href', '/checkout');
  expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/products');
});

test('the breadcrumb is Home > Shop > Cart (product 6.12)', async () => {
  renderCart([aCartItem()]);
  const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumb' }));
  expect(crumbs.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Home', 'Shop', 'Cart']);
});

test('shows line items and totals (product 6.4, 6.9)', async () => {
  renderCart([aCartItem({ quantity: 2 }), aCartItem({ id: 'hoops', productId: 'hoops', name: 'Hoops', price: 67.5 })]);
  const row = within(await screen.findByRole('row', { name: /Halo Diamond Ring/ }));
  expect(row.getByText('$640.00')).toBeInTheDocument();
  const totals = within(screen.getByRole('region', { name: 'CART TOTALS' }));
  expect(totals.getByText('3')).toBeInTheDocument();
  expect(totals.getAllByText('$707.50')).toHaveLength(2);
  expect(totals.getByText('Free')).toBeInTheDocument();
  expect(totals.getByRole('link', { name: 'Proceed to Checkout' })).toHaveAttribute('href', '/checkout');
});

test('plus adds one, minus at 1 removes the line item (product 6.1)', async () => {
  const { user, store } = renderCart([aCartItem()]);
  await user.click(await screen.findByRole('button', { name: 'Increase quantity of Halo Diamond Ring' }));
  expect(store.getState().cart.itemCount).toBe(2);
  await user.click(screen.getByRole('button', { name: 'Decrease quantity of Halo Diamond Ring' }));
  await user.click(screen.getByRole('button', { name: 'Decrease quantity of Halo Diamond Ring' }));
  expect(store.getState().cart.items).toEqual([]);
  expect(screen.getByText('Your Cart is Empty')).toBeInTheDocument();
});

test('a removed line item is said, and comes back by Undo; the focus follows (product 6.4, 6.13)', async () => {
  const { user, store } = renderCart([aCartItem(), aCartItem({ id: 'hoops', name: 'Hoops', quantity: 2 })]);
  await user.click(await screen.findByRole('button', { name: 'Remove Hoops' }));
  expect(store.getState().cart.items.map(({ id }) => id)).toEqual(['ring-halo']);
  expect(screen.getByText('Hoops was removed from your cart.').closest('[role=status]')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(store.getState().cart).toMatchObject({
    items: [{ id: 'ring-halo' }, { id: 'hoops', quantity: 2 }],
    itemCount: 3,
  });
  expect(screen.queryByText('Hoops was removed from your cart.')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Remove Hoops' })).toHaveFocus();
});

test('the last line item that was removed comes back, too (product 6.13)', async () => {
  const { user, store } = renderCart([aCartItem()]);
  await user.click(await screen.findByRole('button', { name: 'Remove Halo Diamond Ring' }));
  expect(screen.getByText('Your Cart is Empty')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(store.getState().cart.itemCount).toBe(1);
  expect(screen.getByRole('button', { name: 'Remove Halo Diamond Ring' })).toHaveFocus();
});

test('clearing the cart can be undone, including the coupon (product 6.4, 6.13)', async () => {
  const { user, store } = renderCart([aCartItem()]);
  act(() => void store.dispatch(cartCouponSet(tenPercent)));
  await user.click(await screen.findByRole('button', { name: 'Clear Cart' }));
  expect(store.getState().cart.items).toEqual([]);
  const [notice] = store.getState().notices.items;
  act(() => void (notice?.undo && store.dispatch(notice.undo)));
  expect(store.getState().cart).toMatchObject({
    items: [{ id: 'ring-halo' }],
    itemCount: 1,
    total: 320,
    coupon: { code: 'TENTH' },
  });
});

test('Continue Shopping in an empty cart goes back in history (product 6.5)', async () => {
  const { user, location } = renderCart([], { at: ['/products?q=ring', '/cart'] });
  await user.click(await screen.findByRole('button', { name: 'Continue Shopping' }));
  await waitFor(() => expect(location()).toBe('/products?q=ring'));
});

test.each([
  ['that a page of the shop led to goes back in history', `${window.location.origin}/products`, -1],
  ['that another site led to goes to the listing', 'https://example.com/', '/products'],
  ['that nothing led to goes to the listing', '', '/products'],
])('Continue Shopping in an empty cart that was loaded anew and %s (product 6.5)', async (_what, referrer, to) => {
  window.history.pushState(null, '');
  jest.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  const { user, location } = renderCart([], { at: '/cart' });
  await user.click(await screen.findByRole('button', { name: 'Continue Shopping' }));
  if (to === -1) expect(location()).toBe('/cart');
  else await waitFor(() => expect(location()).toBe(to));
});

test.each([
  [true, '/cart'],
  [false, '/products'],
])('where browsers say whether there is a page of the shop to go back to (%s), that counts', async (canGoBack, to) => {
  Object.defineProperty(window, 'navigation', { value: { canGoBack }, configurable: true });
  const { user, location } = renderCart([], { at: '/cart' });
  await user.click(await screen.findByRole('button', { name: 'Continue Shopping' }));
  await waitFor(() => expect(location()).toBe(to));
  Reflect.deleteProperty(window, 'navigation');
});

describe('checking the cart with the server', () => {
  const check = jest.fn<Promise<PricedCart>, [RequestOf<typeof checkCart>['body']]>();
  const answers = [respondTo(checkCart, async ({ body }) => ({ data: await check(body) }))];
  beforeEach(() => check.mockReset());
  const hoops = aCartItem({ id: 'hoops', productId: 'hoops', name: 'Hoops', price: 67.5 });

  test('opening the cart checks it and lists removed, more expensive and scarce products', async () => {
    check.mockResolvedValue(aPricedCart([{ unit_price: 330, quantity: 2, available: 2 }]));
    const { store } = renderCart([aCartItem({ quantity: 3 }), hoops], { answers });
    expect(await screen.findByText('Halo Diamond Ring now costs $330.00 instead of $320.00.')).toBeInTheDocument();
    expect(screen.getByText('Only 2 of Halo Diamond Ring in stock: your cart has all of them.')).toBeInTheDocument();
    expect(screen.getByText('Hoops is no longer available and was removed from your cart.')).toBeInTheDocument();
    expect(store.getState().cart).toMatchObject({ itemCount: 2, total: 660 });
    expect(screen.getByRole('button', { name: 'Increase quantity of Halo Diamond Ring' })).toBeDisabled();
  });

  test('if the last product is sold out, the empty cart says why', async () => {
    check.mockResolvedValue(aPricedCart([]));
    renderCart([aCartItem()], { answers });
    expect(
      await screen.findByText('Halo Diamond Ring is no longer available and was removed from your cart.'),
    ).toBeInTheDocument();
    expect(screen.getByText('Your Cart is Empty')).toBeInTheDocument();
  });

  test('Update Cart checks prices and stock again and shows what changed (product 6.6)', async () => {
    check.mockResolvedValueOnce(aPricedCart([{ quantity: 3 }]));
    check.mockResolvedValue(aPricedCart([{ unit_price: 330, quantity: 2, available: 2 }]));
    const { user, store } = renderCart([aCartItem({ quantity: 3 })], { answers });
    await waitFor(() => expect(check).toHaveBeenCalledTimes(1));
    expect(screen.queryByText(/now costs/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Update Cart' }));
    expect(await screen.findByText('Halo Diamond Ring now costs $330.00 instead of $320.00.')).toBeInTheDocument();
    expect(screen.getByText('Only 2 of Halo Diamond Ring in stock: your cart has all of them.')).toBeInTheDocument();
    expect(store.getState().cart).toMatchObject({ itemCount: 2, total: 660 });
  });

  test('Update Cart checks again and reports that nothing changed (product 6.6)', async () => {
    check.mockResolvedValue(aPricedCart([{}]));
    const { user, store } = renderCart([aCartItem()], { answers });
    await waitFor(() => expect(check).toHaveBeenCalledTimes(1));
    await user.click(screen.getByRole('button', { name: 'Update Cart' }));
    await waitFor(() =>
      expect(store.getState().notices.items.map(({ text }) => text)).toEqual(['Your cart is up to date.']),
    );
    expect(check).toHaveBeenCalledTimes(2);
  });

  test('a failed Update Cart shows an error and keeps the cart', async () => {
    check.mockImplementation(async () => refuse('The shop cannot be reached.'));
    const { user, store } = renderCart([aCartItem()], { answers });
    await user.click(await screen.findByRole('button', { name: 'Update Cart' }));
    await waitFor(() =>
      expect(store.getState().notices.items).toMatchObject([{ kind: 'alert', text: 'The shop cannot be reached.' }]),
    );
    expect(store.getState().cart.itemCount).toBe(1);
  });

  test('ignores a response for a cart that has changed meanwhile', async () => {
    let answer: (priced: PricedCart) => void = () => undefined;
    check
      .mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
      .mockReturnValue(new Promise(() => undefined));
    const { user, store } = renderCart([aCartItem()], { answers });
    await waitFor(() => expect(check).toHaveBeenCalled());
    await user.click(screen.getByRole('button', { name: 'Increase quantity of Halo Diamond Ring' }));
    await act(async () => answer(aPricedCart([{ quantity: 1 }])));
    expect(store.getState().cart.itemCount).toBe(2);
  });

  test('three clicks on plus cause one request', async () => {
    check.mockReturnValue(new Promise(() => undefined));
    const { user } = renderCart([aCartItem()], { answers });
    await waitFor(() => expect(check).toHaveBeenCalledTimes(1));
    for (let n = 0; n < 3; n += 1)
      await user.click(screen.getByRole('button', { name: 'Increase quantity of Halo Diamond Ring' }));
    await waitFor(() => expect(check).toHaveBeenCalledTimes(2));
    expect(check).toHaveBeenLastCalledWith({
      items: [{ product_id: 'ring-halo', variant_id: null, quantity: 4 }],
      coupon_code: null,
    });
  });
});

describe('a coupon', () => {
  test('is applied, shows its discount, and can be removed (product 6.8, 6.9)', async () => {
    const { user, services } = renderCart([aCartItem()], {
      answers: [
        respondTo(applyCoupon, () => ({ data: aPricedCart([{}], tenPercent) })),
        respondTo(removeCoupon, () => ({})),
      ],
    });
    await user.type(await screen.findByLabelText('Coupon code'), ' tenth ');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    const totals = within(screen.getByRole('region', { name: 'CART TOTALS' }));
    expect(await totals.findByText('−$32.00')).toBeInTheDocument();
    expect(totals.getByText('$288.00')).toBeInTheDocument();
    expect(screen.queryByLabelText('Coupon code')).not.toBeInTheDocument();
    await user.click(totals.getByRole('button', { name: 'Remove coupon TENTH' }));
    expect(totals.queryByText('−$32.00')).not.toBeInTheDocument();
    await waitFor(() => expect(services.listCalls(removeCoupon)).toHaveLength(1));
  });

  test.each([
    ['', 'Enter a coupon code.'],
    ['10 % off!', 'This coupon is not valid.'],
    ['NEVER', 'This coupon is not valid.'],
    ['LATER', 'This coupon is valid from November 27, 2026 on.'],
  ])('the field rejects %j, and says why (product 6.8)', async (code, sentence) => {
    const { user } = renderCart([aCartItem()], {
      answers: [respondTo(applyCoupon, () => refuse(sentence, { status: 422 }))],
    });
    if (code) await user.type(await screen.findByLabelText('Coupon code'), code);
    await user.click(await screen.findByRole('button', { name: 'Apply' }));
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.getByLabelText('Coupon code')).toBeInvalid();
  });

  test('that can no longer be used is removed, and the cart says why (product 6.16)', async () => {
    const priced = { ...aPricedCart([{}]), coupon_refusal: 'This coupon has expired.' };
    const { store } = renderCart([aCartItem()], { answers: [respondTo(checkCart, () => ({ data: priced }))] });
    act(() => void store.dispatch(cartCouponSet(tenPercent)));
    expect(await screen.findByText('Coupon TENTH was removed. This coupon has expired.')).toBeInTheDocument();
    expect(screen.getByLabelText('Coupon code')).toBeInTheDocument();
  });

  test('a double click sends one request', async () => {
    const { user, services } = renderCart([aCartItem()], {
      answers: [respondTo(applyCoupon, () => new Promise(() => undefined))],
    });
    await user.type(await screen.findByLabelText('Coupon code'), 'TENTH');
    await user.dblClick(screen.getByRole('button', { name: 'Apply' }));
    expect(services.listCalls(applyCoupon)).toHaveLength(1);
  });
});
