import { getNextDelivery } from '@shop/contracts';
import { aProductDetail, createFakeServices, renderRemote, respondTo } from '@shop/shared/testing';
import { placeChosen, selectCartCount, selectCartItems, storefrontEntered } from '@shop/shared/state';
import { act, screen, within } from '@testing-library/react';
import { remote } from '../../remote';
import { answerProduct } from '../../testing/answerProduct';

const potatoes = aProductDetail({
  id: 'potatoes',
  store: 'organic-store',
  name: 'Potatoes',
  price: 1.3,
  priceFrom: true,
  measure: { stepGrams: 500 },
  variantLabel: 'Weight',
  variants: [
    { id: 'loose', name: 'Loose', sku: 'P-1', price: 1.3, stock: 4, measure: { stepGrams: 500 } },
    { id: 'bag', name: '2 kg bag', sku: 'P-2', price: 4.9, stock: 9, measure: { grams: 2_000 } },
  ],
});
const renderProduct = (storefront: 'organic' | 'jewellery' = 'organic', product = potatoes) =>
  renderRemote(remote, {
    at: '/products/potatoes',
    services: createFakeServices(answerProduct(product)),
    given: (store) => void store.dispatch(storefrontEntered(storefront)),
  });
const addButton = () => screen.getAllByRole('button', { name: 'Add to cart' })[0] as HTMLElement;

test('a weight is chosen in steps, shown and announced as a weight, and is no more than the stock (product 5.17)', async () => {
  const { user, store } = renderProduct();
  await user.click(await screen.findByRole('radio', { name: /Loose/ }));
  expect(
    screen.getByText(/Sold loose, in steps of 500.g \(1\.1.lb\): priced by the weight ordered\./),
  ).toBeInTheDocument();
  const quantity = within(screen.getByRole('group', { name: 'Quantity of Potatoes' }));
  expect(quantity.getByRole('status')).toHaveTextContent('500 g');
  const more = quantity.getByRole('button', { name: /Increase quantity of Potatoes by 500.g/ });
  await user.click(more);
  await user.click(more);
  expect(quantity.getByRole('status')).toHaveTextContent(/^1\.5.kg3\.3.lb$/);
  expect(screen.getByText('$3.90')).toBeVisible();
  expect(screen.getByText('$2.60 per kg ($1.18 per lb)')).toBeVisible();
  await user.click(more);
  expect(more).toBeDisabled();
  await user.click(addButton());
  expect(selectCartItems(store.getState())).toMatchObject([
    { id: 'potatoes:loose', price: 1.3, quantity: 4, measure: { stepGrams: 500 } },
  ]);
  expect(store.getState().cart.itemCount).toBe(4);
  expect(selectCartCount(store.getState())).toBe(1);
});

test('what is sold loose is chosen to begin with, as the stepper shows a weight (product 5.17)', async () => {
  const { user, store } = renderProduct();
  expect(await screen.findByRole('radio', { name: /Loose/ })).toBeChecked();
  await user.click(screen.getByRole('button', { name: /Increase quantity of Potatoes/ }));
  await user.click(addButton());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(selectCartItems(store.getState())).toMatchObject([{ id: 'potatoes:loose', quantity: 2 }]);
});

test('a pack must be chosen if nothing is left of what is sold loose', async () => {
  const [loose, bag] = potatoes.variants;
  if (!loose || !bag) throw new Error('no variants');
  const { user, store } = renderProduct('organic', { ...potatoes, variants: [{ ...loose, stock: 0 }, bag] });
  await screen.findByRole('radio', { name: /Loose/ });
  await user.click(addButton());
  expect(screen.getByRole('alert')).toHaveTextContent('Select a weight');
  expect(selectCartItems(store.getState())).toEqual([]);
});

test('each weight has its price per kilogram, and packs are counted in pieces (product 4.14)', async () => {
  const { user } = renderProduct();
  expect(
    await screen.findByRole('radio', { name: /Loose\s*\$1.30 per 500.g, \$2.60 per kg \(\$1\.18.per.lb\)$/ }),
  ).toBeInTheDocument();
  const bag = screen.getByRole('radio', { name: /2 kg bag · 4\.4.lb\s*\$4.90, \$2.45 per kg/ });
  await user.click(bag);
  const quantity = within(screen.getByRole('group', { name: 'Quantity of Potatoes' }));
  expect(quantity.getByRole('status')).toHaveTextContent(/^1$/);
  expect(screen.queryByText(/Sold loose/)).not.toBeInTheDocument();
});

test('a storefront that does not sell by weight shows nothing of it', async () => {
  renderProduct('jewellery', { ...potatoes, store: 'jewellery-store' });
  expect(await screen.findByRole('radio', { name: /Loose\s*\$1.30$/ })).toBeInTheDocument();
  expect(screen.queryByText(/per kg/)).not.toBeInTheDocument();
});

test('the page of food says when a van brings it to a place, or that none does (product 5.20)', async () => {
  const next = { day: 'Friday, November 27', hours: '8 to 10 AM', days_ahead: 1 };
  const services = createFakeServices([
    respondTo(getNextDelivery, ({ query: { postcode } }) =>
      postcode === '97205' ? { data: next, area: { name: 'Portland', minimum: 10 } } : { data: null, area: null },
    ),
    ...answerProduct(potatoes),
  ]);
  const { store } = renderRemote(remote, {
    at: '/products/potatoes',
    services,
    given: (given) => void given.dispatch(storefrontEntered('organic')),
  });
  expect(await screen.findByRole('link', { name: 'Enter your ZIP code to see delivery times' })).toBeVisible();
  await act(() => store.dispatch(placeChosen('97205')));
  expect(screen.getByText(/^Tomorrow, 8 to 10 AM, 97205/)).toBeVisible();
  await act(() => store.dispatch(placeChosen('11201')));
  expect(screen.getByText(/^We don’t deliver food to 11201 yet/)).toBeVisible();
});
