import type { ProductDetail } from '@shop/contracts';
import { cartItemAdded, sessionEnded, storefrontEntered } from '@shop/shared/state';
import { getProduct } from '@shop/contracts';
import { aProductDetail, createFakeServices, renderRemote, respondTo } from '@shop/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../../remote';
import { aroundProduct } from '../../../testing/answerProduct';

const aRing = (id: string, stock: Readonly<Record<number, number>>): ProductDetail =>
  aProductDetail({
    id,
    name: id,
    categoryName: 'Rings',
    price: 290,
    priceFrom: true,
    variantLabel: 'Ring size',
    variants: Object.entries(stock).map(([mm, pieces]) => ({
      id: `${mm}-mm`,
      name: `${mm}\u00a0mm`,
      sku: `${id}-${mm}`,
      price: 290,
      stock: pieces,
    })),
    storeFeatures: { sizeGuide: [] },
  });
const rings = new Map(
  [
    aRing('first', { 52: 2, 54: 3, 56: 0 }),
    aRing('second', { 54: 1 }),
    aRing('sold-out', { 54: 0 }),
    {
      ...aRing('one-size', {}),
      variantLabel: '',
      variants: [],
      priceFrom: false,
      storeFeatures: { sizeGuide: [], ringSize: 54 },
    },
    { ...aRing('own-chart', { 54: 1 }), storeFeatures: { sizeGuide: [{ mm: 54, us: '7', uk: 'M', eu: '14' }] } },
    { ...aRing('odd', { 54: 1, 90: 1 }) },
  ].map((ring) => [ring.id, ring]),
);

const renderRing = (at: string, more: Partial<Parameters<typeof renderRemote>[1]> = {}) => {
  const services = createFakeServices([
    respondTo(getProduct, ({ params: { id } }) => ({ data: rings.get(id) ?? aProductDetail() })),
    ...aroundProduct,
  ]);
  const rendered = renderRemote(remote, {
    at: `/products/${at}`,
    services,
    ...more,
  });
  return { ...rendered, services };
};
const radio = (mm: number) => screen.findByRole('radio', { name: new RegExp(`\\b${mm}\\smm$`) });
const openGuide = async (user: ReturnType<typeof renderRing>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Size guide' }));
  return within(await screen.findByRole('dialog', { name: 'Size guide' }));
};
const row = (guide: Awaited<ReturnType<typeof openGuide>>, size: string) =>
  within(guide.getByRole('rowheader', { name: size }).parentElement as HTMLElement);

test('a size is chosen in the size guide; others are sold out or not made (product 5.13)', async () => {
  const { user } = renderRing('first');
  const guide = await openGuide(user);
  expect(guide.queryByRole('rowheader', { name: '53' })).toBeNull();
  expect(row(guide, '56').getByText('Sold out')).toBeInTheDocument();
  expect(
    row(guide, '52')
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['6', 'L½', '16.6\u00a0mm', 'Choose']);
  await user.click(guide.getByRole('button', { name: 'Choose size 52' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Size guide' })).not.toBeInTheDocument());
  expect(await radio(52)).toBeChecked();
  expect(row(await openGuide(user), '52').getByRole('button', { name: 'Choose size 52' })).toBePressed();
});

test('the strip to measure with is as long as it says, and its button prints it (product 5.13)', async () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  const { user } = renderRing('first');
  const guide = await openGuide(user);
  const [control, strip] = document.querySelectorAll('body > div > svg');
  expect(control).toHaveAttribute('width', '50mm');
  expect(control).toHaveAttribute('viewBox', '0 0 50 6');
  expect(strip?.getAttribute('width')).toBe(`${strip?.getAttribute('viewBox')?.split(' ')[2]}mm`);
  await user.click(guide.getByRole('button', { name: 'Print the strip' }));
  expect(print).toHaveBeenCalledTimes(1);
});

test('the chosen size is in the address, which chooses it again without loading the ring anew (product 5.14)', async () => {
  const { user, location, services } = renderRing('first?from=mail');
  await user.click(await radio(54));
  await waitFor(() => expect(location()).toBe('/products/first?from=mail&size=54'));
  expect(services.listCalls(getProduct)).toHaveLength(1);
});

test.each([
  ['54', 54],
  ['56', 56],
])('?size=%s is chosen, even if it is sold out', async (size, mm) => {
  renderRing(`first?size=${size}`);
  expect(await radio(mm)).toBeChecked();
});

test.each(['53', '', 'x', '54.0.1', 'NaN'])('?size=%s chooses nothing', async (size) => {
  renderRing(`first?size=${size}`);
  await radio(52);
  for (const choice of within(screen.getByRole('radiogroup', { name: 'Ring size' })).getAllByRole('radio'))
    expect(choice).not.toBeChecked();
});

test('the link to the reviews keeps the size of the address', async () => {
  const { user } = renderRing('first?size=52');
  await user.click(await screen.findByRole('link', { name: /\) reviews$/ }));
  expect(await screen.findByRole('tab', { name: 'CUSTOMER REVIEWS', selected: true })).toBeVisible();
  expect(await radio(52)).toBeChecked();
});

test('the next ring has the size that was chosen before, and says so (product 5.14)', async () => {
  const { user, goTo } = renderRing('first');
  await user.click(await radio(54));
  await act(() => goTo('/products/second'));
  expect(await screen.findByText(/^In stock\. Size US\s6¾ \(54\smm\), as you chose before$/)).toHaveAttribute(
    'role',
    'status',
  );
  expect(await radio(54)).toBeChecked();
  await user.click(await radio(54));
  await act(() => goTo('/products/sold-out'));
  expect(await radio(54)).not.toBeChecked();
  expect(screen.queryByText(/as you chose before/)).not.toBeInTheDocument();
});

test('the size is forgotten when the session ends', async () => {
  const { user, store, goTo } = renderRing('first');
  await user.click(await radio(54));
  act(() => void store.dispatch(sessionEnded()));
  await act(() => goTo('/products/second'));
  expect(await radio(54)).not.toBeChecked();
});

test.each([
  ['a ring', 'Rings', true],
  ['another piece', 'Bracelets', false],
])('after a reload, %s in the cart tells the size: %#', async (_what, category, isTold) => {
  const item = { name: 'Second', image: '', price: 290, rating: 5, productId: 'second', variantId: '54-mm' };
  renderRing('first', {
    given: (store) => void store.dispatch(cartItemAdded({ ...item, category, id: 'second:54-mm' })),
  });
  expect((await radio(54)).matches(':checked')).toBe(isTold);
});

test('sizes are those of the US, unless another scale is chosen; the chosen one is still that (product 5.22)', async () => {
  const { user } = renderRing('first');
  const sizes = () => [...screen.getByRole('radiogroup', { name: 'Ring size' }).querySelectorAll('[aria-hidden]')];
  await user.click(await screen.findByRole('radio', { name: /^US 6¾, 54\smm$/ }));
  expect(sizes().map(({ textContent }) => textContent)).toEqual(['6', '6¾', '7½']);
  expect(screen.getByText(/^Inside circumference: 54\smm$/)).toBeInTheDocument();
  const scales = within(screen.getByRole('radiogroup', { name: 'Scale of sizes' }));
  await user.click(scales.getByRole('radio', { name: 'UK' }));
  expect(screen.getByRole('radio', { name: /^UK N, 54\smm$/ })).toBeChecked();
  await user.click(scales.getByRole('radio', { name: 'EU' }));
  expect(screen.getByRole('radio', { name: /^EU 54, 54\smm$/ })).toBeChecked();
});

test('a ring that brings its own sizes is chosen by those', async () => {
  renderRing('own-chart');
  expect(await screen.findByRole('radio', { name: /^US 7, 54\smm$/ })).toBeInTheDocument();
});

test('sizes that no chart knows are named as they are, without scales', async () => {
  renderRing('odd');
  expect(await screen.findByRole('radio', { name: /^90\smm$/ })).toBeInTheDocument();
  expect(screen.queryByRole('radio', { name: 'US' })).not.toBeInTheDocument();
});

test('what all sizes cost is said once, without "From" (product 5.22)', async () => {
  renderRing('first');
  await radio(52);
  expect(screen.getAllByText(/\$290/).map(({ textContent }) => textContent)).toEqual(['$290.00']);
});

test('a ring of one size says which beside its button (product 5.22)', async () => {
  renderRing('one-size');
  const [button] = await screen.findAllByRole('button', { name: 'Add to cart' });
  expect(button).toHaveAccessibleDescription(/^In stock\. One size: US\s6¾ \(54\smm\)$/);
});

test('a ring of one size has the guide without a choice', async () => {
  const { user } = renderRing('one-size');
  const guide = await openGuide(user);
  expect(guide.getByRole('rowheader', { name: '54' })).toBeInTheDocument();
  expect(guide.queryByRole('columnheader', { name: 'This ring' })).not.toBeInTheDocument();
});

test('a storefront that does not name the feature has no guide, and no size in the address', async () => {
  const { user, store, location } = renderRing('first');
  await screen.findByRole('button', { name: 'Size guide' });
  act(() => void store.dispatch(storefrontEntered('organic')));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Size guide' })).not.toBeInTheDocument());
  await user.click(await radio(54));
  expect(location()).toBe('/products/first');
});
