import { listBoughtProducts, type BoughtProduct } from '@shop/contracts';
import { loginUser, selectCartItems, selectNotices } from '@shop/shared/state';
import { aPricedCart, aUser, createContractServices, renderRemote, respondTo } from '@shop/shared/testing';
import { screen, within } from '@testing-library/react';
import { remote } from '../../remote';

const done = { status: true, message: '' } as const;
const [line = null] = aPricedCart([{ quantity: 3, unit_price: 1 }]).lines;
const apples: BoughtProduct = {
  product_id: 'apples',
  name: 'Green Apples',
  image: '',
  times: 2,
  line: line && {
    ...line,
    product_id: 'apples',
    variant_id: 'loose',
    name: 'Green Apples, Loose',
    measure: { stepGrams: 250 },
  },
};
const milk: BoughtProduct = {
  product_id: 'milk',
  name: 'Milk',
  image: '',
  times: 1,
  line: line && { ...line, product_id: 'milk', name: 'Milk', quantity: 1 },
};
const gone: BoughtProduct = { product_id: 'gone', name: 'Plums', image: '', times: 1, line: null };

const renderPage = (products: BoughtProduct[]) =>
  renderRemote(remote, {
    at: '/buy-again',
    services: createContractServices([respondTo(listBoughtProducts, () => ({ data: products }))]),
    given: (store) =>
      store.dispatch(
        loginUser.fulfilled({ ...done, token: 'token-1', user: aUser() }, 'earlier', {
          email: 'ada@example.com',
          password: 'correct horse',
        }),
      ),
  });

test('lists what was bought, with its last weight, and adds it to the cart (product 9.4)', async () => {
  const { user, store } = renderPage([apples, milk]);
  const row = within((await screen.findByRole('link', { name: 'Green Apples, Loose' })).closest('li') as HTMLElement);
  expect(row.getByText('Bought in 2 orders')).toBeInTheDocument();
  expect(row.getByText(/^750.g × \$1\.00 per 250.g$/)).toBeInTheDocument();
  await user.click(row.getByRole('button', { name: 'Add to cart: Green Apples, Loose' }));
  expect(selectCartItems(store.getState())).toMatchObject([
    { id: 'apples:loose', quantity: 3, price: 1, measure: { stepGrams: 250 } },
  ]);
});

test('"Add all" adds what can be bought, and what cannot is said (product 9.4)', async () => {
  const { user, store } = renderPage([apples, gone, milk]);
  await user.click(await screen.findByRole('button', { name: 'Add all' }));
  expect(selectCartItems(store.getState()).map(({ name, quantity }) => [name, quantity])).toEqual([
    ['Green Apples, Loose', 3],
    ['Milk', 1],
  ]);
  expect(selectNotices(store.getState())).toMatchObject([{ text: '2 products added to your cart' }]);
  const row = within(screen.getByText('Plums').closest('li') as HTMLElement);
  expect(row.getByText('Not available right now')).toBeInTheDocument();
  expect(row.queryByRole('button')).not.toBeInTheDocument();
});

test('who has bought nothing is told so', async () => {
  renderPage([]);
  expect(await screen.findByRole('heading', { name: 'No past purchases' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add all' })).not.toBeInTheDocument();
});
