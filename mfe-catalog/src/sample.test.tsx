import { createSampleFetch } from '@shop/contracts/sample/createSampleFetch';
import { createApiClient } from '@shop/shared/api-client';
import { renderStandalone } from '@shop/shared/connected/renderStandalone';
import { renderRemote } from '@shop/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remote } from './remote';

// Listing and product page on the sample data (product.md 13).
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
const open = (at: string) =>
  renderRemote(remote, {
    at,
    services: { api: createApiClient({ origin: '', fetch: createSampleFetch({ wait: async () => undefined }) }) },
  });
const cards = async (): Promise<string[]> => {
  await waitFor(() => expect(screen.getAllByRole('article').length).toBeGreaterThan(0));
  return screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent ?? '');
};
const status = (text: RegExp | string) =>
  waitFor(() =>
    expect(
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .join('\n'),
    ).toMatch(text),
  );
const filters = () => within(screen.getByRole('complementary', { name: 'Filters' }));

describe('the product listing', () => {
  test('has a search box, a filter sidebar, a sort dropdown, a grid and a toggle for filters (product 4.1, 4.3, 13.1)', async () => {
    open('/products');
    expect(await cards()).toHaveLength(6);
    expect(screen.getByRole('searchbox', { name: 'Search products' })).toBeInTheDocument();
    expect(
      filters()
        .getAllByRole('group')
        .map((group) => group.getAttribute('aria-label'))
        .filter(Boolean),
    ).toEqual(['Category', 'Brand', 'Material', 'Stone', 'Color', 'Price', 'Rating', 'Offers']);
    expect(
      within(screen.getByLabelText('Sort by'))
        .getAllByRole('option')
        .map((option) => option.getAttribute('value')),
    ).toEqual(['featured', 'price-low', 'price-high', 'newest', 'rating']);
    expect(screen.getByRole('button', { name: 'Filters' })).toBeInTheDocument();
  });

  test.each([
    ['q=pearl', ['Moonlit Pearl Strand']],
    ['category=rings', ['Halo Diamond Ring', 'Yellow Gold Solitaire']],
    ['brand=cartier', ['Everyday Gold Hoops']],
    ['brand=cartier,bulgari', ['Everyday Gold Hoops', 'Riviera Tennis Bracelet']],
    ['material=silver', ['Moonlit Pearl Strand', 'Open Silver Cuff']],
    ['stone=silver-stone', ['Moonlit Pearl Strand']],
    ['color=yellow', ['Everyday Gold Hoops', 'Yellow Gold Solitaire']],
    ['rating=4&color=white', ['Halo Diamond Ring', 'Moonlit Pearl Strand', 'Riviera Tennis Bracelet']],
    ['minPrice=298', ['Halo Diamond Ring', 'Riviera Tennis Bracelet']],
    ['maxPrice=67.5', ['Everyday Gold Hoops']],
    ['offers=true', ['Halo Diamond Ring', 'Everyday Gold Hoops']],
    ['category=bracelets&sort=price-low', ['Open Silver Cuff', 'Riviera Tennis Bracelet']],
  ])('the query string contains the state: %s (product 4.2)', async (query, names) => {
    open(`/products?${query}`);
    expect(await cards()).toEqual(names);
  });

  test('/products/category/{categoryId} lists the category (product 4.2)', async () => {
    open('/products/category/bracelets');
    expect(await cards()).toEqual(['Riviera Tennis Bracelet', 'Open Silver Cuff']);
  });

  test('changing a filter resets the page to 1 and updates the query string (product 4.4, 4.7)', async () => {
    const { user, location } = open('/products?page=2&sort=rating');
    await cards();
    await user.click(filters().getByRole('checkbox', { name: /Gold 4/ }));
    await waitFor(() => expect(location()).toBe('/products?sort=rating&material=gold'));
    await status('of 4 products');
  });

  test("an empty list shows 'No products found' and 'Try adjusting your search or filter criteria'", async () => {
    open('/products?q=emerald');
    expect(await screen.findByText('No products found')).toBeInTheDocument();
    expect(screen.getByText('Try adjusting your search or filter criteria')).toBeInTheDocument();
  });

  test('prices have $ and two decimals', async () => {
    open('/products?brand=cartier');
    await cards();
    expect(screen.getByRole('article')).toHaveTextContent('$67.50');
  });
});

test('a remote that runs alone has sample data and needs no server (product 13.1)', async () => {
  const fetchSpy = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('There is no server'));
  window.history.replaceState(null, '', '/products');
  await act(async () => renderStandalone(remote, '/products'));
  expect(await cards()).toHaveLength(6);
  expect(fetchSpy).not.toHaveBeenCalled();
  fetchSpy.mockRestore();
  document.body.innerHTML = '';
});

describe('the product page', () => {
  const openProduct = async (id: string) => {
    const rendered = open(`/products/${id}`);
    await screen.findByRole('heading', { level: 1 });
    return rendered;
  };

  test('shows title, sku, price, add to cart, buy now, a wishlist toggle and two tabs (product 5.1, 13.1)', async () => {
    await openProduct('1');
    expect(screen.getByRole('heading', { level: 1, name: 'Halo Diamond Ring' })).toBeInTheDocument();
    expect(screen.getByText('SKU SAMPLE-1')).toBeInTheDocument();
    expect(screen.getAllByRole('button', { name: /^Show picture \d of 2$/ })).toHaveLength(2);
    expect(screen.getAllByText('$320.00').length).toBeGreaterThan(0);
    for (const name of ['Add to cart', 'Buy now', 'Add Halo Diamond Ring to wishlist'])
      expect(screen.getByRole('button', { name })).toBeInTheDocument();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'DESCRIPTION',
      'CUSTOMER REVIEWS',
    ]);
    expect(screen.getByRole('tab', { name: 'DESCRIPTION' })).toHaveAttribute('aria-selected', 'true');
  });

  test('shows the breadcrumb Home > Shop > Rings > product name (product 5.2)', async () => {
    await openProduct('1');
    expect(
      within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Home', 'Shop', 'Rings', 'Halo Diamond Ring']);
  });

  test('the description has the short text, the full text with line breaks, the features, and the table with its four rows (product 5.3, 13.5)', async () => {
    await openProduct('2');
    const panel = within(screen.getByRole('tabpanel'));
    expect(panel.getByText('Everyday Gold Hoops, from the sample catalog.')).toBeInTheDocument();
    expect(panel.getByText(/^Everyday Gold Hoops\.\s/).textContent).toBe(
      'Everyday Gold Hoops.\nFrom the sample catalog.',
    );
    expect(
      within(panel.getByRole('list'))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['From the sample catalog', 'Delivered in a box']);
    expect(panel.getByRole('heading', { name: 'Product Information' })).toBeInTheDocument();
    expect(panel.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'MaterialGold',
      'ColorYellow',
      'StoneNone',
      'BrandCartier',
    ]);
  });

  test("shows five related items with 'Select options' for a From price, else 'Add to cart' (product 4.11, 5.4, 13.2)", async () => {
    await openProduct('1');
    const related = within(await screen.findByRole('region', { name: 'Related products' })).getAllByRole('article');
    expect(related).toHaveLength(5);
    for (const card of related) {
      const from = card.textContent?.includes('From $');
      expect(within(card).queryByRole('link', { name: /^Select options/ }) !== null).toBe(from);
      expect(within(card).queryByRole('button', { name: /^Add to cart/ }) !== null).toBe(!from);
    }
  });

  test('the reviews tab shows reviews and one recently viewed item; Write a review opens the form (product 13.2)', async () => {
    const { user } = await openProduct('1');
    await user.click(screen.getByRole('tab', { name: 'CUSTOMER REVIEWS' }));
    expect(await screen.findByText('Looks better than the pictures.')).toBeInTheDocument();
    expect(
      within(await screen.findByRole('complementary', { name: 'Recently viewed' })).getAllByRole('article'),
    ).toHaveLength(1);
    expect(screen.queryByRole('form', { name: 'Write a review' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Write a review' }));
    const form = within(await screen.findByRole('form', { name: 'Write a review' }));
    expect(form.getAllByRole('radio')).toHaveLength(5);
    expect(form.getByRole('radio', { name: '5 stars' })).toBeChecked();
    await user.type(form.getByRole('textbox', { name: /Comment/ }), 'Mine now');
    await user.click(form.getByRole('button', { name: 'Submit review' }));
    expect(await screen.findByText('Mine now')).toBeInTheDocument();
    expect(screen.getByText('127 ratings')).toBeInTheDocument();
  });

  test('the wishlist button is a toggle (product 5.1)', async () => {
    const { user } = await openProduct('1');
    const heart = screen.getByRole('button', { name: 'Add Halo Diamond Ring to wishlist' });
    await user.click(heart);
    expect(heart).toHaveAttribute('aria-pressed', 'true');
    await user.click(heart);
    expect(heart).toHaveAttribute('aria-pressed', 'false');
  });

  test('adding the same product again raises its quantity by 1 (product 6.1)', async () => {
    const { user, store } = await openProduct('1');
    await user.click(screen.getByRole('button', { name: 'Add to cart' }));
    await user.click(screen.getByRole('button', { name: 'Add to cart' }));
    expect(store.getState().cart).toMatchObject({ itemCount: 2, total: 640 });
  });

  test("an unknown id shows 'Product not found'", async () => {
    open('/products/77');
    expect(await screen.findByRole('heading', { level: 1, name: 'Product not found' })).toBeInTheDocument();
  });
});

test('falls back to a placeholder for a picture that fails to load (product 5.8)', async () => {
  open('/products');
  await cards();
  for (const picture of document.querySelectorAll('img')) fireEvent.error(picture);
  expect(document.querySelectorAll('img')).toHaveLength(0);
  expect(await cards()).toHaveLength(6);
});

test('/categories shows the four sample categories', async () => {
  open('/categories');
  await waitFor(() =>
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Rings',
      'Necklaces',
      'Earrings',
      'Bracelets',
    ]),
  );
});
