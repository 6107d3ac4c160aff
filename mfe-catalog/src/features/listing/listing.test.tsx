import { aProduct, aProductPage, fail, createFakeServices, renderRemote, succeed } from '@shop/shared/testing';
import type { ProductPage, ProductQuery } from '@shop/shared/contracts';
import { currencyChosen, siteOpened, storefrontEntered } from '@shop/shared/state';
import { screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';

const page = aProductPage([aProduct(), aProduct({ id: 'hoops', name: 'Everyday Gold Hoops', price: 67.5 })], {
  total: 30,
});

type Answer = ReturnType<typeof succeed<ProductPage>>;

const renderListing = (
  at: string,
  answer: (query: ProductQuery) => Promise<Answer> = () => Promise.resolve(succeed(page)),
) => {
  const list = jest.fn(answer);
  return { list, ...renderRemote(remote, { at, services: createFakeServices({ products: { list } }) }) };
};

test('requests products with the filters in the URL (product 4.2)', async () => {
  const { list } = renderListing('/products?q=halo&category=rings,earrings&sort=price-low&page=2');
  await waitFor(() => expect(list).toHaveBeenCalled());
  expect(list.mock.calls[0]?.[0]).toEqual({
    store: 'jewellery-store',
    q: 'halo',
    category: 'rings,earrings',
    sort: 'price-low',
    page: '2',
  });
});

test('a category page requests its category (product 4.2)', async () => {
  const { list } = renderListing('/products/category/rings');
  await waitFor(() => expect(list.mock.calls[0]?.[0]).toMatchObject({ category: 'rings' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Rings' })).toBeInTheDocument();
});

test.each([
  ['/products?q=halo&sort=price-low&category=rings', 'jewellery', '/products'],
  ['/products?page=2&sort=price-low', 'jewellery', '/products?page=2'],
  ['/products?page=2&sort=price-low', 'organic', '/products?page=2&store=organic'],
  ['/promotions', 'organic', '/promotions?store=organic'],
  ['/products/category/rings?page=3&color=white', 'jewellery', '/products/category/rings?page=3'],
] as const)('the canonical URL of %s in %s is %s (product 1.2)', async (at, storefront, path) => {
  renderRemote(remote, {
    at,
    services: createFakeServices({
      products: {
        list: async (query) => succeed(aProductPage([aProduct()], { total: 90, page: Number(query.page ?? 1) })),
      },
    }),
    given: (store) => {
      store.dispatch(siteOpened('https://shop.example'));
      store.dispatch(storefrontEntered(storefront));
    },
  });
  await screen.findByRole('article');
  expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute('href', `https://shop.example${path}`);
});

test('promotions is a page of its own that lists offers (product 10.3)', async () => {
  const { list } = renderListing('/promotions');
  expect(await screen.findByRole('heading', { level: 1, name: 'Promotions' })).toBeInTheDocument();
  expect(list.mock.calls[0]?.[0]).toMatchObject({ offers: 'true' });
});

test('a card shows name, prices, image, category, rating and review count, and whether it is on sale or popular (product 4.10)', async () => {
  const sold = aProduct({ originalPrice: 400, offer: 20, popular: true });
  const plain = aProduct({ id: 'carrots', name: 'Carrots', unit: '1 kg', image: '/media/carrots.webp' });
  renderListing('/products', () => Promise.resolve(succeed(aProductPage([sold, plain]))));
  const [first, second] = await screen.findAllByRole('article');
  if (!first || !second) throw new Error('no cards');
  expect(within(first).getByRole('link', { name: 'Halo Diamond Ring' })).toHaveAttribute('href', '/products/ring-halo');
  expect(first.querySelector('img')).toHaveAttribute('src', sold.image);
  for (const text of ['Rings', '20% off', 'Popular', '$320.00', 'Original price', '$400.00', '4.8', '(126)'])
    expect(first).toHaveTextContent(text);
  expect(second).toHaveTextContent('1 kg');
  for (const text of ['Rings', '% off', 'Popular', 'Original price']) expect(second).not.toHaveTextContent(text);
});

test('pages of results are linked, up to five around the current one (product 4.1, 4.7)', async () => {
  renderListing('/products?sort=newest&page=6', () =>
    Promise.resolve(succeed(aProductPage([aProduct()], { total: 120, page: 6 }))),
  );
  const pages = within(await screen.findByRole('navigation', { name: 'Pages of products' }));
  expect(
    pages.getAllByRole('link', { name: /^Page/ }).map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([4, 5, 6, 7, 8].map((page) => [String(page), `/products?sort=newest&page=${page}`]));
});

test('without a price filter, and from 0 to 5000, all prices are shown (product 4.5)', async () => {
  renderListing('/products?minPrice=0&maxPrice=5000');
  await screen.findAllByRole('article');
  expect(screen.queryByRole('button', { name: /^Remove filter/ })).not.toBeInTheDocument();
});

test('announces the number of results', async () => {
  renderListing('/products');
  await waitFor(() =>
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(
      'Showing 1 to 2 of 30 products',
    ),
  );
});

test.each([
  ['a rating', 'radio', /4 stars and up/, 'rating=4'],
  ['offers', 'checkbox', /offer/i, 'offers=true'],
])(
  '%s is stored in the query string, and resets the page to 1 (product 4.2, 4.7)',
  async (_what, role, name, query) => {
    const { user, location } = renderListing('/products?page=2');
    const filters = await screen.findByRole('complementary', { name: 'Filters' });
    await user.click(await within(filters).findByRole(role, { name }));
    await waitFor(() => expect(location()).toBe(`/products?${query}`));
  },
);

test('choosing a value adds it to the URL and resets the page to 1 (product 4.2, 4.7)', async () => {
  const { user, location } = renderListing('/products?page=2&category=rings');
  const filters = await screen.findByRole('complementary', { name: 'Filters' });
  await user.click(await within(filters).findByRole('checkbox', { name: /Earrings/ }));
  await waitFor(() => expect(location()).toBe('/products?category=rings%2Cearrings'));
});

test('shows a chip for each active filter that removes it', async () => {
  const { user, location } = renderListing('/products?offers=true&rating=4');
  await user.click(await screen.findByRole('button', { name: 'Remove filter 4 stars and up' }));
  await waitFor(() => expect(location()).toBe('/products?offers=true'));
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(location()).toBe('/products'));
});

test('swaps a minimum above the maximum (product 4.5)', async () => {
  const { user, location } = renderListing('/products');
  const filters = within(await screen.findByRole('complementary', { name: 'Filters' }));
  await user.type(await filters.findByLabelText('Minimum, $'), '200x');
  await user.type(filters.getByLabelText('Maximum, $'), '100');
  await user.click(filters.getByRole('button', { name: 'Apply price' }));
  await waitFor(() => expect(location()).toBe('/products?minPrice=100&maxPrice=200'));
});

test('the price filter uses the displayed currency; the URL stays in dollars (product 4.5)', async () => {
  const list = jest.fn(() => Promise.resolve(succeed(page)));
  const services = createFakeServices({
    products: { list, currencyRates: () => Promise.resolve(succeed({ USD: 1, EUR: 0.92, GBP: 0.79 })) },
  });
  const { user, location, store } = renderRemote(remote, { at: '/products?minPrice=108.7', services });
  await store.dispatch(currencyChosen('EUR'));
  const filters = within(await screen.findByRole('complementary', { name: 'Filters' }));
  expect(await filters.findByLabelText('Minimum, €')).toHaveValue('100');
  expect(screen.getByRole('button', { name: 'Remove filter From €100.00' })).toBeInTheDocument();
  await user.type(filters.getByLabelText('Maximum, €'), '200');
  await user.click(filters.getByRole('button', { name: 'Apply price' }));
  // Untouched values keep their cents.
  await waitFor(() => expect(location()).toBe('/products?minPrice=108.7&maxPrice=217.39'));
});

test('sorting navigates to a new URL (product 4.2)', async () => {
  const { user, location } = renderListing('/products');
  await user.selectOptions(await screen.findByLabelText('Sort by'), 'price-high');
  await waitFor(() => expect(location()).toBe('/products?sort=price-high'));
});

test('shows a message if nothing is found (product 4.9)', async () => {
  renderListing('/products?q=zzz', () => Promise.resolve(succeed(aProductPage([]))));
  expect(await screen.findByText('No products found')).toBeInTheDocument();
  expect(screen.getByText('Try adjusting your search or filter criteria')).toBeInTheDocument();
});

test('shows the message of a failure, and Retry loads the page (product 12.4)', async () => {
  let calls = 0;
  const { user } = renderListing('/products', () =>
    Promise.resolve((calls += 1) === 1 ? fail('Closed today') : succeed(page)),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading products: Closed today');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Halo Diamond Ring' })).toBeInTheDocument();
});

test('ignores an outdated response that arrives late', async () => {
  const answers: ((value: Answer) => void)[] = [];
  const { user } = renderListing('/products', () => new Promise<Answer>((resolve) => answers.push(resolve)));
  await user.selectOptions(await screen.findByLabelText('Sort by'), 'newest');
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(succeed(aProductPage([aProduct({ name: 'The newer answer' })])));
  answers[0]?.(succeed(aProductPage([aProduct({ name: 'The older answer' })])));
  expect(await screen.findByRole('link', { name: 'The newer answer' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'The older answer' })).not.toBeInTheDocument();
});

test('a card adds to the cart; one with a From price links to the options (product 4.11)', async () => {
  const priced = aProductPage([aProduct(), aProduct({ id: 'band', name: 'Wedding Band', priceFrom: true })]);
  const { user, store } = renderListing('/products', () => Promise.resolve(succeed(priced)));
  await user.click(await screen.findByRole('button', { name: 'Add to cart: Halo Diamond Ring' }));
  expect(store.getState().cart).toMatchObject({ itemCount: 1, total: 320 });
  expect(screen.getByRole('button', { name: 'Added: Halo Diamond Ring' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Select options: Wedding Band' })).toHaveAttribute('href', '/products/band');
});
