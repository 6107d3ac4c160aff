import { getProduct, listProducts, listRelatedProducts } from '@shop/contracts';
import { storefrontEntered } from '@shop/shared/state';
import { createContractServices, describeRemoteContract, renderRemote } from '@shop/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import description from '../remote.json';
import { remote } from './remote';

describeRemoteContract(remote, {
  load: () => import('./remote'),
  mounts: description.mounts,
  routeIds: ['catalog'],
  slices: ['listing', 'product', 'reviews', 'recentlyViewed', 'quickViewProduct'],
  widgets: { QuickView: [{ productId: null }, { productId: 'ring-halo' }] },
  routes: [
    { at: '/products' },
    { at: '/products', when: 'in the organic store', given: (store) => store.dispatch(storefrontEntered('organic')) },
    { at: '/products?q=ring&material=gold,silver&minPrice=100&rating=4&offers=true&sort=price-low&page=1' },
    { at: '/products/category/rings' },
    { at: '/products/category/nothing-we-sell' },
    { at: '/products/ring-halo' },
    { at: '/products/ring-halo', signedIn: true },
    { at: '/categories' },
    { at: '/shop' },
    { at: '/shop/category' },
    { at: '/shop/brand' },
    { at: '/promotions' },
  ],
});

test('finds, opens and buys a product with calls that match the API contract', async () => {
  const services = createContractServices();
  const { user, store, location } = renderRemote(remote, { at: '/products?sort=price-low', services });
  await user.click(await screen.findByRole('link', { name: 'Halo Diamond Ring' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Halo Diamond Ring' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Increase quantity of Halo Diamond Ring' }));
  await user.click(screen.getByRole('button', { name: 'Add to cart' }));

  await waitFor(() => expect(location()).toBe('/products/ring-halo'));
  expect(store.getState().cart.items).toMatchObject([
    { id: 'ring-halo', productId: 'ring-halo', variantId: null, price: 320, quantity: 2, available: 5 },
  ]);
  await waitFor(() => expect(services.pending()).toBe(0));
  expect(services.listCalls(listProducts)).toEqual([{ query: { store: 'jewellery-store', sort: 'price-low' } }]);
  expect(services.listCalls(getProduct)).toEqual([{ params: { id: 'ring-halo' } }]);
  expect(services.listCalls(listRelatedProducts)).toEqual([{ params: { id: 'ring-halo' } }]);
  expect(services.calls).toHaveLength(3);
});
