import { aProduct, aProductDetail, fail, fakeServices, renderRemote, succeed } from '@shop/shared/testing';
import { screen, within } from '@testing-library/react';
import { remote } from '../../remote';

const renderProduct = (answers: Parameters<typeof fakeServices>[0]) =>
  renderRemote(remote, { at: '/products/ring-halo', services: fakeServices(answers) });
const showing = (product = aProductDetail()) => ({ products: { detail: () => Promise.resolve(succeed(product)) } });

test('the page names the product, its price, SKU and place in the shop', async () => {
  renderProduct(showing());
  expect(await screen.findByRole('heading', { level: 1, name: 'Halo Diamond Ring' })).toBeInTheDocument();
  expect(screen.getByText('SKU OR-R-0142')).toBeInTheDocument();
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  expect(crumbs.getByRole('link', { name: 'Rings' })).toHaveAttribute('href', '/products/category/rings');
});

test('the table of product information leaves empty rows out', async () => {
  renderProduct(showing(aProductDetail({ stone: '' })));
  const table = await screen.findByRole('table');
  expect(within(table).getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['Material', 'Color', 'Brand']);
});

test('the chosen quantity goes into the cart', async () => {
  const { user, store } = renderProduct(showing());
  await user.click(await screen.findByRole('button', { name: 'One Halo Diamond Ring more' }));
  await user.click(screen.getByRole('button', { name: 'Add to cart' }));
  expect(store.getState().cart.items).toMatchObject([{ id: 'ring-halo', quantity: 2 }]);
});

test('buying now goes to the checkout with the product', async () => {
  const { user, store, location } = renderProduct(showing());
  await user.click(await screen.findByRole('button', { name: 'Buy now' }));
  expect(store.getState().cart.itemCount).toBe(1);
  expect(location()).toBe('/checkout');
});

test('a product with variants is bought as one of them, at its price', async () => {
  const variants = [
    { id: '54-mm', name: '54 mm', sku: 'S-54', price: 290, stock: 3 },
    { id: '58-mm', name: '58 mm', sku: 'S-58', price: 310, stock: 0 },
  ];
  const { user, store } = renderProduct(showing(aProductDetail({ variants, variantLabel: 'Ring size', priceFrom: true })));
  expect(await screen.findByRole('button', { name: 'Add to cart' })).toBeDisabled();
  expect(screen.getByText('Choose a ring size to buy')).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: /58 mm/ })).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: /54 mm/ }));
  await user.click(screen.getByRole('button', { name: 'Add to cart' }));
  expect(store.getState().cart.items).toMatchObject([{ id: 'ring-halo:54-mm', variantId: '54-mm', price: 290 }]);
});

test('what is sold out cannot be bought', async () => {
  renderProduct(showing(aProductDetail({ stock: 0 })));
  expect(await screen.findByRole('button', { name: 'Add to cart' })).toBeDisabled();
  expect(screen.getByText('Sold out')).toBeInTheDocument();
});

test('the reviews are in their tab', async () => {
  const reviews = [{ userName: 'Amelia', rating: 5, comment: '<b>Lovely</b>', date: '2026-09-10T00:00:00Z' }];
  const { user } = renderProduct(showing(aProductDetail({ reviews })));
  await user.click(await screen.findByRole('tab', { name: 'CUSTOMER REVIEWS' }));
  expect(screen.getByText('<b>Lovely</b>')).toBeInTheDocument();
});

test('related products can be added from their cards', async () => {
  const { user, store } = renderProduct(showing(aProductDetail({ relatedProducts: [aProduct({ id: 'other', name: 'Other Ring' })] })));
  await user.click(await screen.findByRole('button', { name: 'Add to cart: Other Ring' }));
  expect(store.getState().cart.items).toMatchObject([{ id: 'other' }]);
});

test('an unknown product is said not to be found', async () => {
  renderProduct({ products: { detail: () => Promise.resolve(fail('Product not found', { status: 404 })) } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Product not found' })).toBeInTheDocument();
});

test('a failure can be retried', async () => {
  let calls = 0;
  const { user } = renderProduct({ products: { detail: () => Promise.resolve((calls += 1) === 1 ? fail('Closed today') : succeed(aProductDetail())) } });
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading products: Closed today');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Halo Diamond Ring' })).toBeInTheDocument();
});

test('a product of the other store brings its store along', async () => {
  const { store } = renderProduct(showing(aProductDetail({ store: 'organic-store' })));
  await screen.findByRole('heading', { level: 1 });
  expect(store.getState().storefront.currentStore).toBe('organic');
});
