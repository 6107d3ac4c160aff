import { getProduct, type ProductDetail } from '@shop/contracts';
import {
  quickViewClosed,
  quickViewOpened,
  selectQuickViewId,
  useAppDispatch,
  useAppSelector,
} from '@shop/shared/state';
import { aProductDetail, createFakeServices, refuse, renderRemote, respondTo } from '@shop/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';
import { QuickView } from './QuickView';

/** Rendered as the shell does. */
function Slot() {
  const productId = useAppSelector(selectQuickViewId);
  const dispatch = useAppDispatch();
  return (
    <>
      <button type="button" onClick={() => dispatch(quickViewOpened('ring-halo'))}>
        Open
      </button>
      <QuickView productId={productId} onClose={() => dispatch(quickViewClosed())} />
    </>
  );
}
const renderQuickView = async (answer: () => ProductDetail = aProductDetail) => {
  const withSlot = { ...remote, routes: [{ id: 'slot', path: '/slot', element: <Slot /> }] };
  const services = createFakeServices([respondTo(getProduct, () => ({ data: answer() }))]);
  const rendered = renderRemote(withSlot, { at: '/slot', services });
  await rendered.user.click(await screen.findByRole('button', { name: 'Open' }));
  return rendered;
};
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Quick view' }));

test('the quantity starts at 1, cannot go below 1, and is added to the cart (product 4.12, 6.1)', async () => {
  const { user, store } = await renderQuickView();
  const view = await dialog();
  expect(await view.findByRole('heading', { name: 'Halo Diamond Ring' })).toBeInTheDocument();
  expect(view.getByRole('button', { name: 'Decrease quantity of Halo Diamond Ring' })).toBeDisabled();
  await user.click(view.getByRole('button', { name: 'Increase quantity of Halo Diamond Ring' }));
  await user.click(view.getByRole('button', { name: 'Increase quantity of Halo Diamond Ring' }));
  await user.click(view.getByRole('button', { name: 'Add to cart' }));
  expect(store.getState().cart.items).toMatchObject([{ id: 'ring-halo', quantity: 3 }]);
  expect(store.getState().quickView.productId).toBeNull();
});

test('closing resets the quantity (product 4.12)', async () => {
  const { user } = await renderQuickView();
  await user.click(await (await dialog()).findByRole('button', { name: 'Increase quantity of Halo Diamond Ring' }));
  await user.click((await dialog()).getByRole('button', { name: 'Close quick view' }));
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect((await dialog()).getByRole('button', { name: 'Decrease quantity of Halo Diamond Ring' })).toBeDisabled();
});

test('adds the chosen variant', async () => {
  const variants = [{ id: '54-mm', name: '54 mm', sku: 'S-54', price: 290, stock: 3 }];
  const { user, store } = await renderQuickView(() =>
    aProductDetail({ variants, variantLabel: 'Ring size', priceFrom: true }),
  );
  const view = await dialog();
  await user.click(await view.findByRole('button', { name: 'Add to cart' }));
  expect(view.getByRole('alert')).toHaveTextContent('Select a size');
  expect(view.getByRole('radio', { name: /54 mm/ })).toHaveFocus();
  await user.click(view.getByRole('radio', { name: /54 mm/ }));
  await user.click(view.getByRole('button', { name: 'Add to cart' }));
  expect(store.getState().cart.items).toMatchObject([{ id: 'ring-halo:54-mm' }]);
});

test('a failure can be retried in place', async () => {
  let calls = 0;
  const { user } = await renderQuickView(() => ((calls += 1) === 1 ? refuse('Closed today') : aProductDetail()));
  const view = await dialog();
  expect(await view.findByRole('alert')).toHaveTextContent('Error loading products: Closed today');
  await user.click(view.getByRole('button', { name: 'Retry' }));
  expect(await view.findByRole('heading', { name: 'Halo Diamond Ring' })).toBeInTheDocument();
});

test('the link to the product page closes the quick view', async () => {
  const { user, store, location } = await renderQuickView();
  await user.click(await (await dialog()).findByRole('link', { name: 'View full details' }));
  await waitFor(() => expect(location()).toBe('/products/ring-halo'));
  expect(store.getState().quickView.productId).toBeNull();
});
