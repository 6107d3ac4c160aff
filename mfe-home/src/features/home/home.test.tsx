import { aBrand, aCategory, aTopProduct, fail, fakeServices, renderRemote, succeed } from '@shop/shared/testing';
import { storefrontEntered } from '@shop/shared/state';
import { screen, within } from '@testing-library/react';
import { remote } from '../../remote';

type Answers = NonNullable<NonNullable<Parameters<typeof fakeServices>[0]>['api']>;
const categories = [aCategory(), aCategory({ name: 'Watches', slug: 'watches' })];
const answers: Answers = {
  '/categories': () => succeed({ success: true, data: categories, message: '' }),
  '/brands': () => succeed({ success: true, data: [aBrand()], message: '' }),
  '/categories-with-products': () => succeed({ success: true, data: { categories, products: [aTopProduct()], selected_category_slug: 'rings' }, message: '' }),
  '/category-products': () => succeed({ success: true, data: { products: [aTopProduct({ id: 'w', name: 'Dress Watch' })], category: { slug: 'watches', name: 'Watches' } }, message: '' }),
};
const renderHome = (api: Answers = {}, organic = false) =>
  renderRemote(remote, {
    at: '/',
    services: fakeServices({ api: { ...answers, ...api } }),
    given: (store) => organic && store.dispatch(storefrontEntered('organic')),
  });

test('the jewellery store has its home', async () => {
  renderHome();
  expect(await screen.findByRole('heading', { level: 1, name: /Light, set in gold/ })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Shop now' })).toHaveAttribute('href', '/products/category/rings');
});

test('the organic store has its home, with its name and four tiles', async () => {
  renderHome({}, true);
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Furrow' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Shop Fresh Now' })).toBeInTheDocument();
  const tiles = within(screen.getByRole('navigation', { name: 'Categories' }));
  expect(tiles.getAllByRole('link').map((tile) => tile.textContent)).toEqual(['Fruits', 'Vegetables', 'Dairy', 'Grains']);
});

test('/demos is the home too', async () => {
  renderRemote(remote, { at: '/demos', services: fakeServices({ api: answers }) });
  expect(await screen.findByRole('heading', { level: 1, name: /Light, set in gold/ })).toBeInTheDocument();
});

test('a tab loads the products of its category', async () => {
  const { user, store } = renderHome();
  await user.click(await screen.findByRole('tab', { name: 'Watches' }));
  expect(await screen.findByRole('link', { name: 'Dress Watch' })).toBeInTheDocument();
  expect(store.getState().topProducts).toMatchObject({ selectedCategorySlug: 'watches', currentCategory: 'watches' });
});

test('a category without products says so', async () => {
  const { user } = renderHome({ '/category-products': () => succeed({ success: true, data: { products: [], category: { slug: 'watches', name: 'Watches' } }, message: '' }) });
  await user.click(await screen.findByRole('tab', { name: 'Watches' }));
  expect(await screen.findByText('No products found for this category.')).toBeInTheDocument();
});

test.each([
  ['/categories', 'Failed to load categories: Closed today'],
  ['/brands', 'Failed to load brands: Closed today'],
  ['/categories-with-products', 'Failed to load products: Closed today'],
])('%s failing shows its own error while the rest lives, and Retry heals it', async (path, text) => {
  let calls = 0;
  const { user } = renderHome({ [path]: (request) => ((calls += 1) === 1 ? fail('Closed today') : (answers[path]?.(request) ?? fail('no answer'))) });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(text);
  expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('region', { name: 'Top products' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('brands lead to the listing of the brand', async () => {
  renderHome();
  expect(await screen.findByRole('link', { name: 'Gold Masters' })).toHaveAttribute('href', '/products?brand=gold-masters');
});

test('about tells of the store one is in', async () => {
  renderRemote(remote, { at: '/about', given: (store) => store.dispatch(storefrontEntered('organic')) });
  expect(await screen.findByRole('heading', { level: 1, name: 'A line in a field' })).toBeInTheDocument();
});
