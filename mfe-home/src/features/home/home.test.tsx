import {
  getNextDelivery,
  listBrands,
  listCategories,
  listCategoriesWithProducts,
  listCategoryProducts,
  listDeliverySlots,
  listTrendingProducts,
  type TrendingPage,
} from '@shop/contracts';
import {
  aBrand,
  aCategory,
  aTopProduct,
  createFakeServices,
  refuse,
  renderRemote,
  respondTo,
  setMedia,
  type ContractAnswer,
} from '@shop/shared/testing';
import { createShopStore, storefrontEntered } from '@shop/shared/state';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { remote } from '../../remote';
import { Brands } from './Brands';
import { fetchBrands } from './brandsSlice';

const categories = [
  aCategory(),
  ...['Necklaces', 'Earrings', 'Bracelets', 'Watches', 'Pendants', 'Brooches'].map((name) =>
    aCategory({ name, slug: name.toLowerCase() }),
  ),
];
const foods = ['Fruits', 'Vegetables', 'Dairy', 'Grains'].map((name) => aCategory({ name, slug: name.toLowerCase() }));
const topProducts = (count: number, name = 'Ring') =>
  Array.from({ length: count }, (_, index) =>
    aTopProduct({ id: `${name}-${index + 1}`, name: `${name} ${index + 1}` }),
  );
const trendingPage = (page: number): TrendingPage => ({
  products: [aTopProduct({ id: `t${page}`, name: `Trend ${page}` })],
  page,
  pageCount: 2,
});
const answers: readonly ContractAnswer[] = [
  respondTo(listCategories, () => ({ data: categories })),
  respondTo(listBrands, () => ({
    data: Array.from({ length: 12 }, (_, id) => aBrand({ id, name: `Brand ${id + 1}`, slug: `brand-${id + 1}` })),
  })),
  respondTo(listCategoriesWithProducts, () => ({
    data: { categories, products: topProducts(8), selected_category_slug: 'rings' },
  })),
  respondTo(listCategoryProducts, () => ({
    data: { products: topProducts(3, 'Watch'), category: { slug: 'watches', name: 'Watches' } },
  })),
  respondTo(getNextDelivery, () => ({
    data: { day: 'Monday, November 23', hours: '8 to 10 AM' },
    areas: [
      { name: 'Portland', minimum: 10 },
      { name: 'Seattle', minimum: 25 },
    ],
  })),
  respondTo(listTrendingProducts, ({ query }) => ({ data: trendingPage(Number(query.page)) })),
];
const getAnswer = (path: string): ContractAnswer => {
  const answer = answers.find(({ endpoint }) => endpoint.path === path);
  if (!answer) throw new Error(`no answer of ${path}`);
  return answer;
};
const failOnce = (path: string): ContractAnswer => {
  const answer = getAnswer(path);
  let calls = 0;
  return { ...answer, respond: (request) => ((calls += 1) === 1 ? refuse('Closed today') : answer.respond(request)) };
};
afterEach(() => jest.useRealTimers());

const renderHome = (others: readonly ContractAnswer[] = [], organic = false) => {
  const services = createFakeServices([...others, ...answers]);
  const page = renderRemote(remote, {
    at: '/',
    services,
    given: (store) => organic && store.dispatch(storefrontEntered('organic')),
  });
  return { ...page, services };
};
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const currentDot = (dots: HTMLElement): string | null =>
  within(dots)
    .getAllByRole('button')
    .find((dot) => dot.getAttribute('aria-current') === 'true')
    ?.getAttribute('aria-label') ?? null;

test('says once that there is nothing at the address that led here, with a search and products (product 2.12)', async () => {
  document.cookie = 'lost=1; path=/';
  const { user, goTo, location } = renderHome();
  expect(await screen.findByRole('alert')).toHaveTextContent('There is nothing at that address');
  const products = within(screen.getByRole('region', { name: 'There is nothing at that address' }));
  expect(products.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Ring 1',
    'Ring 2',
    'Ring 3',
    'Ring 4',
  ]);
  expect(document.cookie).not.toContain('lost');
  await goTo('/demos');
  await waitFor(() => expect(screen.queryByText('There is nothing at that address')).toBeNull());
  document.cookie = 'lost=1; path=/';
  await goTo('/');
  await user.type(await screen.findByLabelText('What were you looking for?'), ' pearls {Enter}');
  await waitFor(() => expect(location()).toBe('/products?q=pearls'));
});

describe('the jewelry home page', () => {
  test('has its sections, in order (product 3.1, 3.2)', async () => {
    renderHome();
    expect(await screen.findByRole('heading', { level: 1, name: /Oriel: Light, set in gold/ })).toBeInTheDocument();
    await screen.findByText('Trend 1');
    expect(screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))).toEqual([
      'Highlights',
      'Shop by category',
      'New collection',
      'Top products',
      'Wedding rings and luxury watches',
      'Trending',
      'Our makers',
      'Good to know',
    ]);
  });

  test('has no section of which there is nothing (product 16.44)', async () => {
    renderHome([
      respondTo(listCategories, () => ({ data: [] })),
      respondTo(listBrands, () => ({ data: [] })),
      respondTo(listTrendingProducts, () => ({ data: { page: 1, pageCount: 0, products: [] } })),
    ]);
    expect(await screen.findByRole('heading', { level: 1, name: /Oriel: Light, set in gold/ })).toBeInTheDocument();
    await waitFor(() =>
      expect(screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'))).toEqual([
        'Highlights',
        'New collection',
        'Top products',
        'Good to know',
      ]),
    );
  });

  test('/demos shows the home page, too (product 2.3)', async () => {
    renderRemote(remote, { at: '/demos', services: createFakeServices(answers) });
    expect(await screen.findByRole('heading', { level: 1, name: /Light, set in gold/ })).toBeInTheDocument();
  });

  test('shows ten brands that link to their products (product 3.8)', async () => {
    renderHome();
    const brands = await section('Our makers');
    expect((await brands.findAllByRole('link')).map((link) => link.textContent)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Brand ${index + 1}`),
    );
    expect(brands.getByRole('link', { name: 'Brand 2' })).toHaveAttribute('href', '/products?brand=brand-2');
    // Phones turn pages of four.
    expect(brands.getAllByRole('button', { name: /^Page/ })).toHaveLength(3);
  });

  test('shows the drawn mark of a brand above its name, which alone names the link (product 3.8)', async () => {
    const logo = '/media/jewellery/brands/tiffany.0a1b2c3d-160.webp';
    renderHome([
      respondTo(listBrands, () => ({
        data: [aBrand({ name: 'With', logo }), aBrand({ id: 2, name: 'Without', slug: 'without' })],
      })),
    ]);
    const brands = await section('Our makers');
    const mark = (await brands.findByRole('link', { name: 'With' })).querySelector('img');
    expect(mark).toHaveAttribute('src', logo);
    expect(mark).toHaveAttribute('alt', '');
    expect(mark).toHaveAttribute('loading', 'lazy');
    expect(mark?.nextSibling).toHaveTextContent('With');
    expect(brands.getByRole('link', { name: 'Without' }).querySelector('img')).toBeNull();
  });

  test("a brand links to another site if the storefront's brandLinkBase is there (product 3.8)", async () => {
    const { storeConfig } = createShopStore({ services: createFakeServices() }).getState().storefront;
    const brandLinkBase = 'https://brands.example/shop?brand=';
    const store = createShopStore({
      services: createFakeServices(answers),
      preloadedState: {
        storefront: {
          currentStore: 'jewellery',
          isLoading: false,
          storeConfig: { ...storeConfig, jewellery: { ...storeConfig.jewellery, brandLinkBase } },
        },
      },
    });
    store.injectSlices(remote.slices, 'test');
    await store.dispatch(fetchBrands('jewellery-store'));
    render(<Brands kind="brands" title="Our makers" />, {
      wrapper: ({ children }) => <Provider store={store}>{children}</Provider>,
    });
    expect(screen.getByRole('link', { name: 'Brand 2' })).toHaveAttribute('href', `${brandLinkBase}brand-2`);
  });

  test.each([
    ['Shop by category', '/categories', 'Necklaces'],
    ['Top products', '/categories-with-products', 'Ring 1'],
    ['Trending', '/trending-products', 'Trend 1'],
    ['Our makers', '/brands', 'Brand 1'],
  ])('the section "%s" shows a skeleton until its data is there (product 3.11)', async (name, path, text) => {
    let answer: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (answer = resolve));
    const usual = getAnswer(path);
    renderHome([{ ...usual, respond: async (request) => (await arrived, usual.respond(request)) }]);
    const region = await screen.findByRole('region', { name });
    const countSkeletons = (): number =>
      [...region.querySelectorAll('[aria-busy="true"] [aria-hidden="true"]')].filter(
        (skeleton) => !skeleton.closest('[inert]'), // the second page of a carousel is loaded later
      ).length;
    expect(countSkeletons()).toBeGreaterThan(3);
    await act(async () => answer());
    expect(await within(region).findByRole('link', { name: text })).toBeInTheDocument();
    expect(countSkeletons()).toBe(0);
  });

  test('back on the page, top products are as they were left and not loaded again', async () => {
    const { user, goTo, services } = renderHome();
    await user.click(await (await section('Top products')).findByRole('tab', { name: 'Watches' }));
    await (await section('Top products')).findByRole('link', { name: 'Watch 1' });
    await act(() => goTo('/elsewhere'));
    await act(() => goTo('/'));
    expect((await section('Top products')).getByRole('link', { name: 'Watch 1' })).toBeInTheDocument();
    expect((await section('Top products')).getByRole('tab', { name: 'Watches', selected: true })).toBeInTheDocument();
    expect(services.listCalls(listCategoriesWithProducts)).toHaveLength(1);
  });

  test('the pictures of the new collection fade in after 500 ms (product 3.5)', async () => {
    jest.useFakeTimers();
    renderHome();
    await act(() => jest.advanceTimersByTimeAsync(0));
    const shown = () => document.querySelector('[data-shown]')?.getAttribute('data-shown');
    expect(shown()).toBe('false');
    act(() => jest.advanceTimersByTime(499));
    expect(shown()).toBe('false');
    act(() => jest.advanceTimersByTime(1));
    expect(shown()).toBe('true');
  });
});

describe('shop by category', () => {
  test.each([
    ['smoothly', false, 'smooth'],
    ['at once for readers who wish for less motion', true, 'instant'],
  ])('the arrows scroll %s (product 3.4, 15.1)', async (_how, reducedMotion, behavior) => {
    setMedia({ reducedMotion });
    const scrollTo = jest.fn();
    Object.assign(HTMLElement.prototype, { scrollTo });
    const { user } = renderHome();
    const carousel = await section('Shop by category');
    await carousel.findAllByRole('link');
    await user.click(carousel.getByRole('button', { name: 'Next categories' }));
    expect(scrollTo.mock.calls).toEqual([[expect.objectContaining({ behavior })]]);
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollTo');
  });

  test.each([
    [1280, 2],
    [390, 3],
  ])('at %i px there are %i pages, and the arrows are disabled at the ends (product 3.4)', async (width, pages) => {
    setMedia({ width });
    const { user } = renderHome();
    const carousel = await section('Shop by category');
    expect(await carousel.findAllByRole('link')).toHaveLength(7);
    const [previous, next] = [
      carousel.getByRole('button', { name: 'Previous categories' }),
      carousel.getByRole('button', { name: 'Next categories' }),
    ];
    expect(previous).toBeDisabled();
    for (let page = 1; page < pages; page += 1) {
      expect(next).toBeEnabled();
      await user.click(next);
      expect(previous).toBeEnabled();
    }
    expect(next).toBeDisabled();
  });

  test('there are no arrows if all categories are in view (product 3.4)', async () => {
    renderHome([respondTo(listCategories, () => ({ data: categories.slice(0, 6) }))]);
    const carousel = await section('Shop by category');
    expect(await carousel.findAllByRole('link')).toHaveLength(6);
    expect(carousel.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('top products', () => {
  test('rings are chosen at first (product 3.7)', async () => {
    const { store } = renderHome([respondTo(listCategoriesWithProducts, () => new Promise(() => undefined))]);
    const rings = { currentCategory: 'rings', selectedCategorySlug: 'rings' };
    await waitFor(() => expect(store.getState()).toMatchObject({ topProducts: rings }));
    cleanup();
    renderHome();
    expect(await screen.findByRole('tab', { name: 'Rings' })).toHaveAttribute('aria-selected', 'true');
  });

  test.each([
    [1280, 4],
    [768, 4],
    [767, 8],
    [390, 8],
  ])('at %i px eight products have %i dots: products minus view size plus 1 (product 3.6)', async (width, dots) => {
    setMedia({ width });
    renderHome();
    const top = await section('Top products');
    await top.findByText('Ring 1');
    expect(within(top.getByRole('group', { name: 'Position' })).getAllByRole('button')).toHaveLength(dots);
  });

  test('arrows wrap at both ends, and a dot goes to its position (product 3.6)', async () => {
    const { user } = renderHome();
    const top = await section('Top products');
    await top.findByText('Ring 1');
    const dots = top.getByRole('group', { name: 'Position' });
    expect(currentDot(dots)).toBe('Go to position 1');
    await user.click(top.getByRole('button', { name: 'Previous products' }));
    expect(currentDot(dots)).toBe('Go to position 4');
    await user.click(top.getByRole('button', { name: 'Next products' }));
    expect(currentDot(dots)).toBe('Go to position 1');
    await user.click(within(dots).getByRole('button', { name: 'Go to position 3' }));
    expect(currentDot(dots)).toBe('Go to position 3');
  });

  test('a product without a rating shows 4 stars and 0 reviews (product 3.7)', async () => {
    const bare = aTopProduct({ name: 'Bare Ring', rating: undefined, reviews_count: undefined });
    renderHome([
      respondTo(listCategoriesWithProducts, () => ({
        data: { categories, products: [bare], selected_category_slug: 'rings' },
      })),
    ]);
    const card = (await screen.findByText('Bare Ring')).closest('article');
    expect(card).toHaveTextContent('4.0 (0)');
  });

  test('choosing a category loads its products and resets the position; without overflow there are no dots or arrows (product 3.6)', async () => {
    const { user, store } = renderHome();
    const top = await section('Top products');
    await user.click(await top.findByRole('button', { name: 'Go to position 3' }));
    await user.click(top.getByRole('tab', { name: 'Watches' }));
    expect(await top.findByRole('link', { name: 'Watch 1' })).toBeInTheDocument();
    expect(store.getState().topProducts).toMatchObject({ selectedCategorySlug: 'watches', currentCategory: 'watches' });
    expect(top.queryByRole('group', { name: 'Position' })).not.toBeInTheDocument();
    expect(top.queryByRole('button', { name: 'Next products' })).not.toBeInTheDocument();
    await user.click(top.getByRole('tab', { name: 'Rings' }));
  });

  test('has one tab per category, with arrow key navigation (product 3.6)', async () => {
    const { user } = renderHome();
    const tabs = within(await screen.findByRole('tablist', { name: 'Top products by category' })).getAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(categories.map(({ name }) => name));
    tabs[0]?.focus();
    await user.keyboard('{End}');
    expect(tabs.at(-1)).toHaveAttribute('aria-selected', 'true');
  });

  test('shows a message for a category without products (product 3.7)', async () => {
    const { user } = renderHome([
      respondTo(listCategoryProducts, () => ({
        data: { products: [], category: { slug: 'watches', name: 'Watches' } },
      })),
    ]);
    await user.click(await screen.findByRole('tab', { name: 'Watches' }));
    expect(await screen.findByText('No products found for this category.')).toBeInTheDocument();
  });

  test('ignores a response that arrives after another category was chosen', async () => {
    const late: Record<string, () => void> = {};
    const { user, store } = renderHome([
      respondTo(
        listCategoryProducts,
        ({ query: { category = '' } }) =>
          new Promise((resolve) => {
            late[category] = () =>
              resolve({
                data: { products: topProducts(1, category), category: { slug: category, name: category } },
              });
          }),
      ),
    ]);
    await user.click(await screen.findByRole('tab', { name: 'Watches' }));
    await user.click(screen.getByRole('tab', { name: 'Earrings' }));
    await act(async () => late['earrings']?.());
    await act(async () => late['watches']?.());
    expect(store.getState().topProducts.categoryProducts.map(({ name }) => name)).toEqual(['earrings 1']);
  });

  test('shows a skeleton while loading', async () => {
    const { user } = renderHome([respondTo(listCategoryProducts, () => new Promise(() => undefined))]);
    await user.click(await screen.findByRole('tab', { name: 'Watches' }));
    expect(
      screen.getByRole('tabpanel').querySelectorAll('[aria-busy="true"] [aria-hidden="true"]').length,
    ).toBeGreaterThanOrEqual(5);
  });
});

describe('trending', () => {
  test('has two pages with dots, and loads the second page only once (product 3.9)', async () => {
    const { user, services } = renderHome();
    const listAsked = () => services.listCalls(listTrendingProducts).map(({ query }) => query.page);
    const trending = await section('Trending');
    await trending.findByText('Trend 1');
    expect(listAsked()).toEqual(['1']);
    const dots = trending.getByRole('group', { name: 'Page' });
    await user.click(within(dots).getByRole('button', { name: 'Page 2' }));
    expect(await trending.findByText('Trend 2')).toBeInTheDocument();
    expect(currentDot(dots)).toBe('Page 2');
    await user.click(within(dots).getByRole('button', { name: 'Page 1' }));
    await user.click(within(dots).getByRole('button', { name: 'Page 2' }));
    expect(listAsked()).toEqual(['1', '2']);
    // Slides out of view are not focusable.
    expect(
      trending.getAllByRole('group', { name: /of 2/, hidden: true }).map((page) => page.hasAttribute('inert')),
    ).toEqual([true, false]);
  });
});

test('keeps the first page if the second fails to load, and Retry loads it', async () => {
  let broken = true;
  const { user } = renderHome([
    respondTo(listTrendingProducts, ({ query: { page } }) =>
      page === '2' && broken ? refuse('Closed today') : { data: trendingPage(Number(page)) },
    ),
  ]);
  const trending = await section('Trending');
  await user.click(await trending.findByRole('button', { name: 'Page 2' }));
  const alert = await trending.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to load products: Closed today');
  expect(trending.getByText('Trend 1')).toBeInTheDocument();
  broken = false;
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await trending.findByText('Trend 2')).toBeInTheDocument();
});

describe('failed sections', () => {
  test.each([
    ['/categories', 'Failed to load categories: Closed today'],
    ['/brands', 'Failed to load brands: Closed today'],
    ['/categories-with-products', 'Failed to load products: Closed today'],
    ['/trending-products', 'Failed to load products: Closed today'],
  ])(
    '%s shows its own error while other sections work, and Retry loads it (product 3.11, 12.4)',
    async (path, text) => {
      const { user } = renderHome([failOnce(path)]);
      const alert = await screen.findByRole('alert');
      expect(alert).toHaveTextContent(text);
      expect(screen.getByRole('heading', { level: 1 })).toBeInTheDocument();
      expect(screen.getAllByRole('region')).toHaveLength(8);
      await user.click(within(alert).getByRole('button', { name: 'Retry' }));
      expect(await screen.findByText('Ring 1')).toBeInTheDocument();
      expect(await screen.findByText('Trend 1')).toBeInTheDocument();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );

  test('keeps the tabs if a category fails to load, and Retry loads it', async () => {
    const { user } = renderHome([failOnce('/category-products')]);
    await user.click(await screen.findByRole('tab', { name: 'Watches' }));
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Watch 1')).toBeInTheDocument();
    expect(screen.getByRole('tab', { name: 'Watches' })).toHaveAttribute('aria-selected', 'true');
  });
});

describe('the organic home page', () => {
  test('shows name, button, four tiles, the next delivery, products and one story (product 3.1, 3.10)', async () => {
    renderHome([respondTo(listCategories, () => ({ data: foods }))], true);
    expect(await screen.findByText('Welcome to')).toHaveTextContent('Welcome to Furrow');
    expect(screen.getByRole('heading', { level: 1, name: 'Picked this morning. At your door tonight.' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Shop Fresh Now' })).toHaveAttribute('href', '/products');
    const tiles = within(screen.getByRole('navigation', { name: 'Categories' }));
    expect(tiles.getAllByRole('link').map((tile) => [tile.textContent, tile.getAttribute('href')])).toEqual(
      foods.map(({ name, slug }) => [name, `/products/category/${slug}`]),
    );
    const delivery = within(screen.getByRole('region', { name: 'Delivery' }));
    expect(delivery.getByText('Monday, November 23, 8 to 10 AM')).toBeInTheDocument();
    expect(delivery.getByText('Our next open delivery time')).toBeInTheDocument();
    expect(delivery.getByText('We deliver to Portland and Seattle.')).toBeInTheDocument();
    expect(await screen.findByText('Ring 8')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Read the story' })).toHaveAttribute(
      'href',
      '/blog/why-our-carrots-are-crooked',
    );
  });

  test('leaves out tiles of categories that the shop does not have (product 19.2)', async () => {
    renderHome([respondTo(listCategories, () => ({ data: foods.slice(1, 3) }))], true);
    await waitFor(() =>
      expect(
        within(screen.getByRole('navigation', { name: 'Categories' }))
          .getAllByRole('link')
          .map(({ textContent }) => textContent),
      ).toEqual(['Vegetables', 'Dairy']),
    );
    cleanup();
    renderHome([respondTo(listCategories, () => ({ data: [] }))], true);
    await screen.findByText('Welcome to');
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Categories' })).toBeNull());
  });

  test('asks for a postal code, and /delivery says whether a van comes there (product 3.13)', async () => {
    const { user, location } = renderHome(
      [respondTo(listDeliverySlots, () => ({ data: { area: { name: 'Portland', minimum: 10 }, slots: [] } }))],
      true,
    );
    const delivery = within(await screen.findByRole('region', { name: 'Delivery' }));
    await user.type(delivery.getByLabelText(/^ZIP Code/), '\u202a97205\u202c');
    await user.click(delivery.getByRole('button', { name: 'Show times' }));
    expect(await screen.findByText(/^We come to 97205 \(Portland\)\./)).toBeVisible();
    expect(location()).toBe('/delivery?postcode=97205');
  });

  test('does not load data of the other home page', async () => {
    const { services } = renderHome([], true);
    await screen.findByText('Ring 1');
    expect(services.listCalls(listBrands)).toEqual([]);
    expect(services.listCalls(listTrendingProducts)).toEqual([]);
  });
});
