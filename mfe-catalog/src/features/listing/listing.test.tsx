import {
  aProduct,
  aProductDetail,
  aProductPage,
  createFakeServices,
  refuse,
  renderRemote,
  respondTo,
} from '@shop/shared/testing';
import { listCurrencies, listProducts, type ProductPage } from '@shop/contracts';
import { currencyChosen, siteRead, storefrontEntered, storefrontsChanged, type ShopStore } from '@shop/shared/state';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterPaint } from '../../parts/afterPaint';
import { remote } from '../../remote';
import { answerProduct } from '../../testing/answerProduct';

const page = aProductPage([aProduct(), aProduct({ id: 'hoops', name: 'Everyday Gold Hoops', price: 67.5 })], {
  total: 30,
});

const renderListing = (
  at: string,
  answer: () => ProductPage | Promise<ProductPage> = () => page,
  given?: (store: ShopStore) => void,
) => {
  const services = createFakeServices([
    respondTo(listProducts, async () => ({ data: await answer() })),
    ...answerProduct(aProductDetail()),
  ]);
  return { services, ...renderRemote(remote, { at, services, ...(given ? { given } : {}) }) };
};

test('requests products with the filters in the URL (product 4.2)', async () => {
  const { services } = renderListing('/products?q=halo&category=rings,earrings&sort=price-low&page=2');
  await waitFor(() => expect(services.listCalls(listProducts)).not.toEqual([]));
  expect(services.listCalls(listProducts)[0]?.query).toEqual({
    store: 'jewellery-store',
    q: 'halo',
    category: 'rings,earrings',
    sort: 'price-low',
    page: '2',
  });
});

test('a category page requests its category (product 4.2)', async () => {
  const { services } = renderListing('/products/category/rings');
  await waitFor(() => expect(services.listCalls(listProducts)[0]?.query).toMatchObject({ category: 'rings' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Rings' })).toBeInTheDocument();
});

test('a category that the merchant has made has its name, and its former address leads to it (product 16.80)', async () => {
  const category = { store: 'jewellery-store', slug: 'bands', name: 'Wedding bands' } as const;
  const { location } = renderListing('/products/category/wedding-rings?sort=rating', () => ({ ...page, category }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Wedding bands' })).toBeInTheDocument();
  expect(location()).toBe('/products/category/bands?sort=rating');
});

test('a category of the other storefront is shown there (product 16.80)', async () => {
  const category = { store: 'organic-store', slug: 'honey', name: 'Honey' } as const;
  const { services, store } = renderListing('/products/category/honey', () => ({ ...page, category }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Honey' })).toBeInTheDocument();
  expect(store.getState().storefront.currentStore).toBe('organic');
  expect(services.listCalls(listProducts).at(-1)?.query).toMatchObject({ store: 'organic-store', category: 'honey' });
});

test('a category that both storefronts have is shown in the present one (product 16.80)', async () => {
  const gifts = { slug: 'gifts', name: 'Gifts' };
  const { services, store } = renderListing(
    '/products/category/gifts',
    () => ({ ...page, category: { store: 'organic-store', ...gifts } }),
    (given) => {
      given.dispatch(storefrontsChanged({ jewellery: { categories: [gifts] }, organic: { categories: [gifts] } }));
      given.dispatch(storefrontEntered('organic'));
    },
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Gifts' })).toBeInTheDocument();
  expect(store.getState().storefront.currentStore).toBe('organic');
  expect(services.listCalls(listProducts).map(({ query }) => query?.store)).toEqual(['organic-store']);
});

test.each([
  ['/products?page=2&sort=rating&color=white', 'jewellery', '/products?page=2'],
  ['/products?page=2', 'organic', '/products?page=2&store=organic'],
  ['/shop/brand', 'organic', '/shop/brand?store=organic'],
  ['/products/category/fruits?page=2', 'organic', '/products/category/fruits?page=2'],
] as const)('%s in %s is canonical without filters and sorting (product 1.2)', async (at, storefront, canonical) => {
  const given = (store: ShopStore): void => {
    store.dispatch(siteRead({ origin: 'https://shop.example' }));
    store.dispatch(storefrontEntered(storefront));
  };
  const number = at.includes('page=2') ? 2 : 1;
  renderListing(at, () => ({ ...page, page: number }), given);
  await screen.findByRole('link', { name: 'Halo Diamond Ring' });
  expect(document.querySelector('link[rel="canonical"]')).toHaveAttribute('href', `https://shop.example${canonical}`);
});

test('lists the products of a page as structured data', async () => {
  renderListing('/products?page=2', () => ({ ...page, page: 2 }));
  await screen.findByRole('link', { name: 'Halo Diamond Ring' });
  const [, list] = [...document.querySelectorAll('script[type="application/ld+json"]')].map(({ innerHTML }) =>
    JSON.parse(innerHTML),
  );
  expect(list).toMatchObject({ '@type': 'ItemList', numberOfItems: 30 });
  expect(list.itemListElement[1]).toEqual({
    '@type': 'ListItem',
    position: 14,
    name: 'Everyday Gold Hoops',
    url: '/products/hoops',
  });
});

test('promotions is a page of its own that lists offers (product 10.3)', async () => {
  const { services } = renderListing('/promotions');
  expect(await screen.findByRole('heading', { level: 1, name: 'Promotions' })).toBeInTheDocument();
  expect(services.listCalls(listProducts)[0]?.query).toMatchObject({ offers: 'true' });
});

test('a card shows name, prices, image, category, rating, seller and SKU, and whether it is on sale or popular (product 4.10)', async () => {
  const sold = aProduct({ originalPrice: 400, offer: 20, popular: true });
  const plain = aProduct({ id: 'carrots', name: 'Carrots', unit: '1 kg', image: '/media/carrots.webp' });
  renderListing('/products', () => aProductPage([sold, plain]));
  const [first, second] = await screen.findAllByRole('article');
  if (!first || !second) throw new Error('no cards');
  expect(within(first).getByRole('link', { name: 'Halo Diamond Ring' })).toHaveAttribute('href', '/products/ring-halo');
  expect(first.querySelector('img')).toHaveAttribute('src', sold.image);
  for (const text of [
    'Rings',
    '20% off',
    'Popular',
    '$320.00',
    'Original price',
    '$400.00',
    '4.8',
    '(126)',
    sold.sellerName,
    sold.sku,
  ])
    expect(first).toHaveTextContent(text);
  expect(second).toHaveTextContent('1 kg');
  for (const text of ['Rings', '% off', 'Popular', 'Original price']) expect(second).not.toHaveTextContent(text);
});

test('pages of results are linked, up to five around the current one (product 4.1, 4.7)', async () => {
  renderListing('/products?sort=newest&page=6', () => aProductPage([aProduct()], { total: 120, page: 6 }));
  const pages = within(await screen.findByRole('navigation', { name: 'Pages of products' }));
  expect(
    pages.getAllByRole('link', { name: /^Page/ }).map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([4, 5, 6, 7, 8].map((page) => [String(page), `/products?sort=newest&page=${page}`]));
});

test('without a price filter, and from 0 to 5000, all prices are shown; the fields show what goods cost (product 4.5)', async () => {
  const facets = { ...page.facets, price: { min: 2.4, max: 38.5 } };
  renderListing('/products?minPrice=0&maxPrice=5000', () => ({ ...page, facets }));
  await screen.findAllByRole('article');
  expect(screen.queryByRole('button', { name: /^Remove filter/ })).not.toBeInTheDocument();
  expect(screen.getByLabelText('Minimum, $')).toHaveAttribute('placeholder', '2');
  expect(screen.getByLabelText('Maximum, $')).toHaveAttribute('placeholder', '39');
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

test('shows only facets that narrow the listing, and chosen ones', async () => {
  const [all, some] = [
    { value: 'gold', label: 'Gold', count: 2 },
    { value: 'pearl', label: 'Pearl', count: 1 },
  ];
  const { facets } = page;
  const answer = aProductPage([aProduct(), aProduct({ id: 'hoops' })], {
    facets: {
      ...facets,
      material: [all],
      stone: [some],
    },
  });
  const listTitles = async (at: string): Promise<(string | null)[]> => {
    renderListing(at, () => answer);
    const filters = within(await screen.findByRole('complementary', { name: 'Filters' }));
    await filters.findByText('Price');
    return filters.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
  };
  expect((await listTitles('/products')).filter(Boolean)).toEqual(['Category', 'Stone', 'Price', 'Rating', 'Offers']);
  cleanup();
  expect((await listTitles('/products?material=gold')).filter(Boolean)).toEqual([
    'Category',
    'Material',
    'Stone',
    'Price',
    'Rating',
    'Offers',
  ]);
});

const stars = (...counts: readonly number[]) =>
  counts.map((count, index) => ({ value: String(5 - index), label: '', count }));
test.each([
  ['all have 4 stars or more', stars(1, 2, 2, 2, 2), 1, ['Price', 'Offers']],
  ['all stars count the same', stars(0, 0, 0, 0, 0), 1, ['Price', 'Offers']],
  ['some have less', stars(0, 1, 2, 2, 2), 1, ['Price', 'Rating', 'Offers']],
  ['each has an offer', stars(0, 1, 2, 2, 2), 2, ['Price', 'Rating']],
  ['none has an offer', stars(0, 1, 2, 2, 2), 0, ['Price', 'Rating']],
])('if %s, only filters that decide something are shown (product 4.6)', async (_what, rating, offers, titles) => {
  const { facets } = page;
  const answer = aProductPage([aProduct(), aProduct({ id: 'hoops' })], {
    facets: { ...facets, category: [], brand: [], material: [], stone: [], color: [], rating, offers },
  });
  const listTitles = async () => {
    const filters = within(await screen.findByRole('complementary', { name: 'Filters' }));
    await filters.findByText('Price');
    return filters
      .getAllByRole('group')
      .map((group) => group.getAttribute('aria-label'))
      .filter(Boolean);
  };
  renderListing('/products', () => answer);
  expect(await listTitles()).toEqual(titles);
  cleanup();
  renderListing('/products?rating=4&offers=true', () => answer);
  expect(await listTitles()).toEqual(['Price', 'Rating', 'Offers']);
});

test('a color has a swatch beside its name', async () => {
  const color = [{ value: 'yellow', label: 'Yellow', count: 1 }];
  renderListing('/products', () => ({ ...page, facets: { ...page.facets, color } }));
  const filters = within(await screen.findByRole('complementary', { name: 'Filters' }));
  const value = await filters.findByRole('checkbox', { name: 'Yellow 1' });
  expect(value.closest('label')?.querySelector('circle')).toHaveAttribute('fill', '#d9b04c');
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
  const services = createFakeServices([
    respondTo(listProducts, () => ({ data: page })),
    respondTo(listCurrencies, () => ({ data: [{ code: 'EUR' as const, rate: 0.92 }] })),
  ]);
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

test('shows a message if nothing is found', async () => {
  renderListing('/products?q=zzz', () => aProductPage([]));
  expect(await screen.findByText('No products found')).toBeInTheDocument();
  expect(screen.getByText('Try adjusting your search or filter criteria')).toBeInTheDocument();
});

test.each([
  ['popular', 'Nothing matches “zzxqy”'],
  ['without-filters', 'Results for “zzxqy”'],
] as const)(
  'a search that finds nothing is headed so, unless filters leave nothing: %s (product 4.9)',
  async (kind, heading) => {
    const near = { kind, items: [], total: 0, totalRelation: 'exact' as const };
    renderListing('/products?q=zzxqy&offers=true', () => aProductPage([], { near }));
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument();
  },
);

test('the cross of the search empties it (product 4.1)', async () => {
  const { user } = renderListing('/products?q=halo');
  await screen.findByRole('link', { name: 'Halo Diamond Ring' });
  const field = screen.getByRole('searchbox', { name: 'Search products' });
  expect(field).toHaveValue('halo');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
});

test('names the words that were searched instead, and the typed ones (product 4.9)', async () => {
  renderListing('/products?q=tomatoe', () => ({ ...page, searchedFor: 'tomato' }));
  expect(await screen.findByText('Showing results for "tomato"')).toBeInTheDocument();
  expect(screen.getByText(/No results for "tomatoe"/)).toHaveAttribute('role', 'status');
});

describe('an empty result', () => {
  const renderEmpty = () => renderListing('/products?q=zzz', () => aProductPage([]));
  const RECENT = { name: 'Your recent searches' };

  test('offers popular searches of the storefront (product 4.9)', async () => {
    const { user, location } = renderEmpty();
    const popular = within(await screen.findByRole('navigation', { name: 'Popular searches' }));
    await user.click(popular.getByRole('link', { name: 'pearl' }));
    await waitFor(() => expect(location()).toBe('/products?q=pearl'));
  });

  test('offers recent searches that found something, newest first, until they are cleared (product 4.9)', async () => {
    localStorage.clear();
    for (const q of ['halo', 'hoops', 'halo']) {
      renderListing(`/products?q=${q}`);
      await screen.findByText(/^Showing 1 to 2/);
      cleanup();
    }
    const { user } = renderEmpty();
    const recent = within(await screen.findByRole('navigation', RECENT));
    expect(recent.getAllByRole('link').map((link) => link.textContent)).toEqual(['halo', 'hoops']);
    await user.click(recent.getByRole('button', { name: 'Clear recent searches' }));
    expect(screen.queryByRole('navigation', RECENT)).not.toBeInTheDocument();
    cleanup();
    renderEmpty();
    await screen.findByText('No products found');
    expect(screen.queryByRole('navigation', RECENT)).not.toBeInTheDocument();
  });

  const renderNear = (
    near: NonNullable<ProductPage['near']>,
    at = '/products/category/rings?q=red%20hoops&offers=true',
  ) => renderListing(at, () => aProductPage([], { near }));
  const hoops = { items: [aProduct({ name: 'Hoops' })], totalRelation: 'exact' as const };

  test.each([
    ['without-filters', 'Without filters: 14 products', '/products?q=red+hoops', undefined],
    ['some-words', 'These match some of "red hoops"', '/products?q=hoops', 'hoops'],
    ['popular', 'Popular products', undefined, undefined],
  ] as const)('suggests products: %s (product 4.13)', async (kind, title, href, searchedFor) => {
    renderNear({ ...hoops, kind, total: 14, ...(searchedFor && { searchedFor }) });
    const near = within(await screen.findByRole('region', { name: title }));
    expect(near.getByRole('heading', { name: 'Hoops', level: 3 })).toBeInTheDocument();
    const links = near.getAllByRole('link').filter((link) => link.textContent === 'Show all');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(href ? [href] : []);
    expect(screen.getByText('0 products, 1 suggested')).toHaveAttribute('role', 'status');
  });

  test('works if storage is blocked', async () => {
    const blocked = ['getItem', 'setItem'].map((method) =>
      jest.spyOn(Storage.prototype, method as 'getItem').mockImplementation(() => {
        throw new DOMException('blocked');
      }),
    );
    renderListing('/products?q=halo');
    await screen.findByRole('link', { name: 'Halo Diamond Ring' });
    cleanup();
    renderEmpty();
    expect(await screen.findByRole('navigation', { name: 'Popular searches' })).toBeInTheDocument();
    for (const spy of blocked) spy.mockRestore();
  });
});

test('shows the message of a failure, and Retry loads the page (product 12.4)', async () => {
  let calls = 0;
  const { user } = renderListing('/products', () => ((calls += 1) === 1 ? refuse('Closed today') : page));
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading products: Closed today');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Halo Diamond Ring' })).toBeInTheDocument();
});

test('ignores an outdated response that arrives late', async () => {
  const answers: ((value: ProductPage) => void)[] = [];
  const { user } = renderListing('/products', () => new Promise<ProductPage>((resolve) => answers.push(resolve)));
  await user.selectOptions(await screen.findByLabelText('Sort by'), 'newest');
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(aProductPage([aProduct({ name: 'The newer answer' })]));
  answers[0]?.(aProductPage([aProduct({ name: 'The older answer' })]));
  expect(await screen.findByRole('link', { name: 'The newer answer' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'The older answer' })).not.toBeInTheDocument();
});

test('a card adds to the cart; one with a From price links to the options (product 4.11)', async () => {
  const priced = aProductPage([aProduct(), aProduct({ id: 'band', name: 'Wedding Band', priceFrom: true })]);
  const { user, store } = renderListing('/products', () => priced);
  await user.click(await screen.findByRole('button', { name: 'Add to cart: Halo Diamond Ring' }));
  expect(store.getState().cart).toMatchObject({ itemCount: 1, total: 320 });
  expect(screen.getByRole('button', { name: 'Added: Halo Diamond Ring' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Select options: Wedding Band' })).toHaveAttribute('href', '/products/band');
});

test('a card names the seller and the SKU, and marks a sale', async () => {
  const sale = aProduct({ originalPrice: 400, offer: 20 });
  renderListing('/products', () => aProductPage([sale]));
  const card = within(await screen.findByRole('article'));
  expect(card.getByText(/^Oriel Atelier/)).toHaveTextContent('Oriel Atelier · SKU OR-R-0142');
  expect(card.getByText('Sale: 20% off')).toBeInTheDocument();
});

test('pictures that are cropped to their box are requested wider than it', async () => {
  renderListing('/products');
  await screen.findByRole('link', { name: 'Halo Diamond Ring' });
  expect(document.querySelector('article source')).toHaveAttribute(
    'sizes',
    '(min-width: 1024px) calc(1.25 * 22vw), (min-width: 768px) calc(1.25 * 31vw), calc(1.25 * 46vw)',
  );
});

test('returning to a listing that is loaded again focuses the product that was opened, each time (product 2.7)', async () => {
  const { user } = renderListing('/products');
  await user.click(await screen.findByRole('link', { name: 'Everyday Gold Hoops' }));
  for (const visit of ['Back', 'Back, Forward, Back']) {
    cleanup();
    renderListing('/products');
    await waitFor(() =>
      expect([visit, document.activeElement]).toEqual([
        visit,
        screen.getByRole('link', { name: 'Everyday Gold Hoops' }),
      ]),
    );
  }
});

test('a reload of the listing leaves the focus alone', async () => {
  const { user } = renderListing('/products');
  await user.click(await screen.findByRole('link', { name: 'Everyday Gold Hoops' }));
  cleanup();
  document.documentElement.dataset['fromTop'] = '';
  renderListing('/products');
  await screen.findByRole('link', { name: 'Everyday Gold Hoops' });
  await act(() => new Promise((resolve) => afterPaint(() => resolve(undefined))));
  delete document.documentElement.dataset['fromTop'];
  expect(document.body).toHaveFocus();
});
