import {
  getProduct,
  getProductDraft,
  getWaitingReview,
  listProducts,
  listProductsById,
  listRelatedProducts,
  listReviews,
  writeReview,
  type Review,
  type ReviewPage,
} from '@shop/contracts';
import {
  aProduct,
  aProductDetail,
  aProductPage,
  aReviewPage,
  aUser,
  createFakeServices,
  refuse,
  renderRemote,
  respondTo,
  type ContractAnswer,
} from '@shop/shared/testing';
import type { ApiClient } from '@shop/shared/api-client';
import { sessionEnded, sessionRead, siteRead, storefrontEntered, type ShopStore } from '@shop/shared/state';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';
import { answerProduct, aroundProduct } from '../../testing/answerProduct';
import { readOpenedCard } from './readOpenedCard';

const renderProduct = (answers: readonly ContractAnswer[], given?: Parameters<typeof renderRemote>[1]['given']) => {
  const services = createFakeServices([...answers, ...aroundProduct]);
  return { services, ...renderRemote(remote, { at: '/products/ring-halo', services, ...(given ? { given } : {}) }) };
};
const showing = (product = aProductDetail(), ...answers: ContractAnswer[]) => [...answers, ...answerProduct(product)];
const answerReviews = (page: Partial<ReviewPage>) => respondTo(listReviews, () => ({ data: aReviewPage(page) }));
const answerWritten = (page: Partial<ReviewPage>) => respondTo(writeReview, () => ({ data: aReviewPage(page) }));
const answerWaiting = (review: Review) => respondTo(getWaitingReview, () => ({ data: review }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('shows the product with price, SKU and breadcrumb (product 5.2)', async () => {
  renderProduct(showing());
  expect(await screen.findByRole('heading', { level: 1, name: 'Halo Diamond Ring' })).toBeInTheDocument();
  expect(screen.getByText('SKU OR-R-0142')).toBeInTheDocument();
  const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  expect(crumbs.getByRole('link', { name: 'Rings' })).toHaveAttribute('href', '/products/category/rings');
});

test('a draft that a link shows says so, cannot be bought or kept, and is not indexed (product 16.72)', async () => {
  const answer = respondTo(getProductDraft, () => ({ data: aProductDetail(), published: false }));
  const services = createFakeServices([answer, ...aroundProduct]);
  renderRemote(remote, { at: '/products/ring-halo?draft=key', services });
  expect(await screen.findByText('Draft: only whoever has this link sees it')).toBeVisible();
  expect(services.listCalls(getProductDraft)).toMatchObject([{ params: { id: 'ring-halo' }, query: { key: 'key' } }]);
  expect(screen.getByRole('button', { name: 'Add to cart' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Add to cart' })).toHaveAccessibleDescription('A draft cannot be bought');
  expect(screen.getByRole('button', { name: 'Buy now' })).toBeDisabled();
  expect(screen.getByRole('button', { name: /to wishlist/ })).toBeDisabled();
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', expect.stringContaining('noindex'));
  expect(document.querySelector('script[type="application/ld+json"]')).toBeNull();
  expect(localStorage).toHaveLength(0);
});

test('a draft whose link has expired is not found, and one that is published meanwhile is a product (product 16.72)', async () => {
  const expired = respondTo(getProductDraft, () => refuse('Product not found', { status: 404 }));
  renderRemote(remote, {
    at: '/products/ring-halo?draft=old',
    services: createFakeServices([
      expired,
      respondTo(listProducts, () => ({ data: aProductPage([]) })),
      ...aroundProduct,
    ]),
  });
  expect(await screen.findByRole('heading', { name: 'Product not found' })).toBeVisible();
  cleanup();
  const published = respondTo(getProductDraft, () => ({ data: aProductDetail(), published: true }));
  renderRemote(remote, {
    at: '/products/ring-halo?draft=key',
    services: createFakeServices([published, ...aroundProduct]),
  });
  expect(await screen.findByRole('button', { name: 'Add to cart' })).toBeEnabled();
  expect(screen.queryByText(/^Draft/)).toBeNull();
});

test('the product information has Material, Color, Stone and Brand (product 5.3)', async () => {
  renderProduct(showing());
  const table = await screen.findByRole('table');
  expect(screen.getByRole('heading', { name: 'Product Information' })).toBeInTheDocument();
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['MaterialGold', 'ColorWhite', 'StoneDiamond', 'BrandGold Masters']);
  expect(screen.getByRole('heading', { name: 'Features' }).nextElementSibling).toHaveTextContent('Low set');
});

test('omits empty rows from the product information', async () => {
  renderProduct(showing(aProductDetail({ stone: '' })));
  const table = await screen.findByRole('table');
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Material', 'Color', 'Brand']);
});

test('adds the chosen quantity to the cart (product 6.1)', async () => {
  const { user, store } = renderProduct(showing());
  await user.click(await screen.findByRole('button', { name: 'Increase quantity of Halo Diamond Ring' }));
  await user.click(screen.getByRole('button', { name: 'Add to cart' }));
  expect(store.getState().cart.items).toMatchObject([{ id: 'ring-halo', quantity: 2 }]);
});

test('Buy now opens the checkout with the product (product 5.1)', async () => {
  const { user, store, location } = renderProduct(showing());
  await user.click(await screen.findByRole('button', { name: 'Buy now' }));
  expect(store.getState().cart.itemCount).toBe(1);
  await waitFor(() => expect(location()).toBe('/checkout'));
});

const variants = [
  { id: '58-mm', name: '58 mm', sku: 'S-58', price: 310, stock: 0 },
  { id: '54-mm', name: '54 mm', sku: 'S-54', price: 290, stock: 3 },
];
const inSizes = () => showing(aProductDetail({ variants, variantLabel: 'Ring size', priceFrom: true }));

test.each(['Add to cart', 'Buy now'])('%s without a size adds nothing and asks for one', async (label) => {
  const { user, store, location } = renderProduct(inSizes());
  await user.click(await screen.findByRole('button', { name: label }));
  expect(screen.getByRole('alert')).toHaveTextContent('Select a size');
  const sizes = screen.getByRole('radiogroup', { name: 'Ring size' });
  expect(sizes).toHaveAccessibleDescription('Select a size');
  expect(sizes).toBeInvalid();
  expect(screen.getByRole('radio', { name: /54 mm/ })).toHaveFocus();
  expect(store.getState().cart.itemCount).toBe(0);
  expect(location()).toBe('/products/ring-halo');
  await user.click(screen.getByRole('radio', { name: /54 mm/ }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('adds the chosen variant at its price', async () => {
  const { user, store } = renderProduct(inSizes());
  expect(await screen.findByRole('radio', { name: /58 mm/ })).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: /54 mm/ }));
  await user.click(screen.getByRole('button', { name: 'Add to cart' }));
  expect(store.getState().cart.items).toMatchObject([{ id: 'ring-halo:54-mm', variantId: '54-mm', price: 290 }]);
});

test('a sold-out product cannot be added', async () => {
  renderProduct(showing(aProductDetail({ stock: 0 })));
  expect(await screen.findByRole('button', { name: 'Add to cart' })).toBeDisabled();
  expect(screen.getByText('Sold out')).toBeInTheDocument();
});

test('a product that nobody has rated shows no stars, and says so', async () => {
  renderProduct(showing(aProductDetail({ rating: 0, reviewCount: 0, ratingCounts: [0, 0, 0, 0, 0], reviews: [] })));
  expect(await screen.findByRole('link', { name: 'No reviews yet' })).toHaveTextContent('No reviews yet');
  expect(screen.queryByRole('img', { name: /^Rated 0/ })).toBeNull();
});

const openReviews = async (...options: Parameters<typeof renderProduct>) => {
  const rendered = renderProduct(...options);
  await rendered.user.click(await screen.findByRole('tab', { name: 'CUSTOMER REVIEWS' }));
  return rendered;
};
const signedIn = (store: ShopStore): void =>
  void store.dispatch(
    sessionRead.fulfilled({ user: aUser(), token: 't', ways: { password: true, google: false } }, '', undefined),
  );

test('shows reviews as text with a rating breakdown in their tab (product 5.5)', async () => {
  const items = [{ userName: 'Amelia', rating: 5, comment: '<b>Lovely</b>', date: '2026-09-10T00:00:00Z' }];
  await openReviews(showing(aProductDetail(), answerReviews({ items })));
  expect(await screen.findByText('<b>Lovely</b>')).toBeInTheDocument();
  const breakdown = within(screen.getByRole('table', { name: 'How many stars were given' }));
  expect(breakdown.getAllByRole('row').map((row) => row.textContent)).toEqual([
    '5 stars101',
    '4 stars20',
    '3 stars4',
    '2 stars1',
    '1 star0',
  ]);
});

test('reviews can be sorted and paged', async () => {
  const { services, user } = await openReviews(showing(aProductDetail(), answerReviews({ total: 12 })));
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  await user.selectOptions(screen.getByLabelText('Sort reviews by'), 'lowest');
  expect(services.listCalls(listReviews)).toEqual([
    { params: { id: 'ring-halo' }, query: { sort: 'newest', page: '1' } },
    { params: { id: 'ring-halo' }, query: { sort: 'newest', page: '2' } },
    { params: { id: 'ring-halo' }, query: { sort: 'lowest', page: '1' } },
  ]);
});

test('a review that cannot be loaded can be retried', async () => {
  let calls = 0;
  const { user } = await openReviews(
    showing(
      aProductDetail(),
      respondTo(listReviews, () => ((calls += 1) === 1 ? refuse('Closed today') : { data: aReviewPage() })),
    ),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Closed today');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Better than the pictures.')).toBeInTheDocument();
});

test('Write a review opens a form with 5 stars that requires a comment; average and count are updated (product 5.5, 5.6)', async () => {
  const written = answerWritten({
    items: [{ userName: 'Ada L.', rating: 4, comment: 'Fine', date: '2026-11-21T00:00:00Z' }],
    reviewCount: 127,
    rating: 4.7,
  });
  const { services, user, store } = await openReviews(showing(aProductDetail(), written), signedIn);
  expect(screen.queryByRole('form', { name: 'Write a review' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Write a review' }));
  const form = within(await screen.findByRole('form', { name: 'Write a review' }));
  expect(form.getByRole('radio', { name: '5 stars' })).toBeChecked();
  expect(form.getByRole('textbox', { name: /Comment/ })).toHaveFocus();

  await user.click(form.getByRole('button', { name: 'Submit review' }));
  expect(form.getByRole('alert')).toHaveTextContent('Write a few words before you send your review.');
  expect(services.listCalls(writeReview)).toEqual([]);

  await user.click(form.getByRole('radio', { name: '4 stars' }));
  await user.type(form.getByRole('textbox', { name: /Comment/ }), '  Fine ');
  await user.click(form.getByRole('button', { name: 'Submit review' }));
  expect(await screen.findByText('Fine')).toBeInTheDocument();
  expect(services.listCalls(writeReview)).toEqual([
    { params: { id: 'ring-halo' }, body: { rating: 4, comment: 'Fine' } },
  ]);
  expect(screen.queryByRole('form', { name: 'Write a review' })).not.toBeInTheDocument();
  expect(store.getState().product.product).toMatchObject({ rating: 4.7, reviewCount: 127 });
  expect(store.getState().notices.items.map(({ text }) => text)).toEqual(['Thank you for your review.']);
});

test('a guest is asked to log in, and the written review is restored afterwards (product 5.6)', async () => {
  const refused = respondTo(writeReview, () =>
    refuse('You are not logged in.', { status: 401, code: 'UNAUTHENTICATED' }),
  );
  const { user } = await openReviews(showing(aProductDetail(), refused));
  await user.click(screen.getByRole('button', { name: 'Write a review' }));
  await user.type(screen.getByRole('textbox', { name: /Comment/ }), 'A long text');
  await user.click(screen.getByRole('button', { name: 'Submit review' }));
  expect(await screen.findByText('Log in to send your review.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/auth/login?next=%2Fproducts%2Fring-halo%23reviews',
  );

  cleanup();
  await openReviews(showing());
  expect(screen.getByRole('textbox', { name: /Comment/ })).toHaveValue('A long text');
});

test('shows a message if the customer has already reviewed the product', async () => {
  const refused = respondTo(writeReview, () =>
    refuse('You have already reviewed this product.', { status: 409, code: 'REVIEW_EXISTS' }),
  );
  const { user } = await openReviews(showing(aProductDetail(), refused), signedIn);
  await user.click(screen.getByRole('button', { name: 'Write a review' }));
  await user.type(screen.getByRole('textbox', { name: /Comment/ }), 'Again');
  await user.click(screen.getByRole('button', { name: 'Submit review' }));
  expect(await screen.findByText('You have already reviewed this product.')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: /Comment/ })).toHaveValue('Again');
});

const MINE = { userName: 'Ada L.', rating: 1, comment: 'See https://evil.example', date: '2026-11-21T00:00:00Z' };

test('a review that waits for a check is shown to its author alone, with why, and again after a reload (product 5.11)', async () => {
  const { user, store } = await openReviews(showing(aProductDetail(), answerWritten({ waiting: MINE })), signedIn);
  await user.click(screen.getByRole('button', { name: 'Write a review' }));
  await user.type(screen.getByRole('textbox', { name: /Comment/ }), MINE.comment);
  await user.click(screen.getByRole('button', { name: 'Submit review' }));
  expect(await screen.findByText('Your review will be shown once we have checked it.')).toBeInTheDocument();
  expect(screen.getByText(MINE.comment)).toBeInTheDocument();
  expect(store.getState().notices.items.map(({ text }) => text)).toEqual(['Thank you. We will check your review.']);

  cleanup();
  const reloaded = await openReviews(showing(aProductDetail(), answerWaiting(MINE)), signedIn);
  expect(await screen.findByText('Your review will be shown once we have checked it.')).toBeInTheDocument();
  reloaded.store.dispatch(sessionEnded());
  await waitFor(() => expect(screen.queryByText(MINE.comment)).not.toBeInTheDocument());
});

test('links in reviews are text (product 5.11)', async () => {
  const items = [{ ...MINE, comment: 'https://evil.example www.evil.example <a href="https://evil.example">x</a>' }];
  await openReviews(showing(aProductDetail(), answerReviews({ items }), answerWaiting(MINE)), signedIn);
  const review = (await screen.findByText(/www\.evil/)).closest('li');
  const waiting = await screen.findByText(MINE.comment);
  for (const element of [review, waiting]) expect(element?.querySelector('a')).toBeNull();
});

test('too many reviews in a day are refused with a time, and the text is kept', async () => {
  const message = 'You can write 5 reviews a day. Please try again in 23 hours. What you typed is kept.';
  const refused = respondTo(writeReview, () => refuse(message, { status: 429, code: 'TOO_MANY_REVIEWS' }));
  const { user } = await openReviews(showing(aProductDetail(), refused), signedIn);
  await user.click(screen.getByRole('button', { name: 'Write a review' }));
  await user.type(screen.getByRole('textbox', { name: /Comment/ }), 'The sixth');
  await user.click(screen.getByRole('button', { name: 'Submit review' }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: /Comment/ })).toHaveValue('The sixth');
});

test('shows other recently viewed products beside the reviews (product 5.5)', async () => {
  localStorage.setItem('shop.viewed', JSON.stringify(['ring-halo', 'hoops', 7, 'cuff']));
  const hoops = aProduct({ id: 'hoops', name: 'Everyday Gold Hoops' });
  const { services } = await openReviews(
    showing(
      aProductDetail(),
      respondTo(listProductsById, () => ({ data: [hoops] })),
    ),
  );
  expect(
    within(await screen.findByRole('complementary', { name: 'Recently viewed' })).getByRole('link', {
      name: 'Everyday Gold Hoops',
    }),
  ).toBeInTheDocument();
  expect(services.listCalls(listProductsById)).toEqual([{ query: { ids: 'hoops,cuff' } }]);
  expect(JSON.parse(localStorage.getItem('shop.viewed') ?? '')).toEqual(['ring-halo', 'hoops', 'cuff']);
});

test('related products can be added from their cards', async () => {
  const related = respondTo(listRelatedProducts, () => ({
    data: [aProduct({ id: 'other', name: 'Other Ring' }), aProduct({ id: 'from', name: 'From Ring', priceFrom: true })],
  }));
  const { user, store } = renderProduct(showing(aProductDetail(), related));
  await user.click(await screen.findByRole('button', { name: 'Add to cart: Other Ring' }));
  expect(store.getState().cart.items).toMatchObject([{ id: 'other' }]);
  expect(screen.getByRole('link', { name: 'Select options: From Ring' })).toBeInTheDocument();
});

test('renders the page without related products', async () => {
  const refused = respondTo(listRelatedProducts, () => refuse('Closed today'));
  renderProduct(showing(aProductDetail(), refused));
  expect(await screen.findByRole('heading', { level: 1, name: 'Halo Diamond Ring' })).toBeInTheDocument();
  expect(screen.queryByText(/Closed today/)).not.toBeInTheDocument();
});

test('thumbnails select a picture, and enlarged ones have buttons and keys to change, zoom and move them (product 5.1, 5.10)', async () => {
  const images = [1, 2].map((number) => ({
    url: `/media/jewellery/ring-${number}.abcd1234-640.webp`,
    alt: `View ${number}`,
    width: 1200,
    height: 1200,
  }));
  const { user } = renderProduct(showing(aProductDetail({ images })));
  await user.click(await screen.findByRole('button', { name: 'Show picture 2 of 2' }));
  expect(screen.getByRole('button', { name: 'Show picture 2 of 2' })).toHaveAttribute('aria-current', 'true');
  await user.click(screen.getByRole('button', { name: 'Enlarge picture 2 of 2: View 2' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Pictures of Halo Diamond Ring' }));
  expect(dialog.getByText('2 / 2')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Next picture' }));
  expect(dialog.getByText('1 / 2')).toBeInTheDocument();
  await user.keyboard('{ArrowLeft}');
  expect(dialog.getByText('2 / 2')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Zoom in' }));
  expect(dialog.getByText('150%')).toBeInTheDocument();
  await user.keyboard('+{ArrowLeft}');
  expect([dialog.getByText('225%'), dialog.getByText('2 / 2')]).toHaveLength(2);
  await user.keyboard('0{ArrowLeft}');
  expect([dialog.getByText('100%'), dialog.getByText('1 / 2')]).toHaveLength(2);
});

test('an option with its own picture shows it, and takes it to the cart (product 5.20)', async () => {
  const images = ['yellow', 'rose'].map((metal) => ({ url: `/${metal}.webp`, alt: metal, width: 1200, height: 1200 }));
  const aMetal = { price: 67.5, stock: 4 };
  const variants = [
    { ...aMetal, id: 'yellow', name: 'Yellow gold', sku: 'H-Y', image: '/yellow.webp' },
    { ...aMetal, id: 'rose', name: 'Rose gold', sku: 'H-R', image: '/rose.webp' },
  ];
  const { user, store } = renderProduct(
    showing(aProductDetail({ image: '/yellow.webp', images, variants, variantLabel: 'Metal', priceFrom: true })),
  );
  await user.click(await screen.findByRole('radio', { name: /Rose gold/ }));
  expect(screen.getByRole('button', { name: 'Show picture 2 of 2' })).toHaveAttribute('aria-current', 'true');
  await user.click(screen.getAllByRole('button', { name: 'Add to cart' })[0] as HTMLElement);
  expect(store.getState().cart.items).toMatchObject([{ id: 'ring-halo:rose', image: '/rose.webp' }]);
});

test('the page of a piece says when a carrier brings it, once a browser shows it (product 5.21)', async () => {
  renderProduct(showing());
  expect(await screen.findByText(/^Arrives \w{3}, \w{3} \d+ to \w{3}, \w{3} \d+ in the US$/)).toBeVisible();
});

test('shows a placeholder for a picture that fails to load (product 5.8)', async () => {
  renderProduct(showing());
  const picture = await screen.findByRole('img', { name: 'A ring' });
  fireEvent.error(picture);
  expect(screen.getByRole('img', { name: 'A ring' })).not.toBe(picture);
});

test('provides price and rating as structured data (product 15.3)', async () => {
  renderProduct(showing(aProductDetail({ name: '</script><b>Ring' })), (store) =>
    store.dispatch(siteRead({ origin: 'https://shop.example' })),
  );
  await screen.findByRole('heading', { level: 1 });
  const [product, crumbs] = [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) => {
    expect(script.innerHTML).not.toContain('</script');
    return JSON.parse(script.innerHTML);
  });
  expect(product).toMatchObject({
    '@type': 'Product',
    name: '</script><b>Ring',
    sku: 'OR-R-0142',
    image: ['https://shop.example/media/jewellery/ring-halo-1.abcd1234-640.webp'],
    offers: {
      '@type': 'Offer',
      price: '320.00',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      url: 'https://shop.example/products/ring-halo',
    },
    aggregateRating: { ratingValue: 4.8, reviewCount: 126 },
  });
  expect(crumbs.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
    'Home',
    'Shop',
    'Rings',
    '</script><b>Ring',
  ]);
});

const unknown = respondTo(getProduct, () => refuse('Product not found', { status: 404 }));

test('shows Product not found for an unknown product, and suggests five others (product 5.7)', async () => {
  const items = [1, 2, 3, 4, 5, 6].map((number) => aProduct({ id: `ring-${number}`, name: `Ring ${number}` }));
  const { services } = renderProduct([unknown, respondTo(listProducts, () => ({ data: aProductPage(items) }))]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Product not found' })).toBeInTheDocument();
  expect(within(await screen.findByRole('region', { name: 'You may like' })).getAllByRole('article')).toHaveLength(5);
  expect(services.listCalls(listProducts)).toEqual([{ query: { store: 'jewellery-store' } }]);
});

test('shows Product not found if there is nothing to suggest', async () => {
  renderProduct([unknown, respondTo(listProducts, () => refuse('Closed today'))]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Product not found' })).toBeInTheDocument();
  expect(screen.queryByText('You may like')).not.toBeInTheDocument();
});

test('a failure can be retried', async () => {
  let calls = 0;
  const { user } = renderProduct([
    respondTo(getProduct, () => ((calls += 1) === 1 ? refuse('Closed today') : { data: aProductDetail() })),
  ]);
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading products: Closed today');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Halo Diamond Ring' })).toBeInTheDocument();
});

test('a product of the other storefront switches to that storefront', async () => {
  const { store } = renderProduct(showing(aProductDetail({ store: 'organic-store' })));
  await screen.findByRole('heading', { level: 1 });
  expect(store.getState().storefront.currentStore).toBe('organic');
});

test('a product of a storefront unknown to the host is shown in the current one', async () => {
  // An API of another release: the contract of this one has no such storefront.
  const request: ApiClient['request'] = async (endpoint) => ({
    ok: true,
    value: { data: endpoint.path === getProduct.path ? { ...aProductDetail(), store: 'pirate-store' } : [] } as never,
  });
  const { store } = renderRemote(remote, {
    at: '/products/ring-halo',
    services: { api: { request } },
    given: (given) => given.dispatch(storefrontEntered('organic')),
  });
  await screen.findByRole('heading', { level: 1 });
  expect(store.getState().storefront.currentStore).toBe('organic');
});

test('a product opened from its card shows the card at once, and its heading stays when the product is there', async () => {
  let finishLoading = (): void => undefined;
  const loaded = new Promise<void>((resolve) => (finishLoading = resolve));
  const { user } = renderRemote(remote, {
    at: '/products',
    services: createFakeServices([
      respondTo(listProducts, () => ({ data: aProductPage([aProduct()]) })),
      respondTo(getProduct, () => loaded.then(() => ({ data: aProductDetail() }))),
      ...aroundProduct,
    ]),
  });
  await user.click(await screen.findByRole('link', { name: 'Halo Diamond Ring' }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Halo Diamond Ring' });
  expect(screen.getByText('$320.00')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add to cart' })).not.toBeInTheDocument();
  finishLoading();
  expect(await screen.findByRole('button', { name: 'Add to cart' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toBe(heading);
});

const card = { id: 'x', name: 'Ring', category: 'rings', categoryName: 'Rings', image: '/x.webp', price: 3, offer: 0 };
test.each([
  ['no state', null],
  ['something else', { card: 'x' }],
  ['the card of another product', { card: { ...card, id: 'y' } }],
  ['a card of another release, without a picture', { card: { ...card, image: undefined } }],
])('%s in the state of a location is no card', (_what, state) => {
  expect(readOpenedCard({ card }, 'x')).toEqual(card);
  expect(readOpenedCard(state, 'x')).toBeUndefined();
});
