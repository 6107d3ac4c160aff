import { getProduct, listOrders, type OrderSummary, type ProductDetail } from '@shop/contracts';
import { loginUser, selectCartItems, selectNotices } from '@shop/shared/state';
import { aProductDetail, aUser, createContractServices, renderRemote, respondTo } from '@shop/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { remote } from '../remote';

const done = { status: true, message: '' } as const;
const anEngravedRing = (text: string): OrderSummary['lines'][number] => ({
  product_id: 'ring-halo',
  variant_id: null,
  choices: { engraving: { text, font: 'serif' } },
  name: `Halo Diamond Ring, engraved “${text}” (serif)`,
  image: '/ring.webp',
  quantity: 1,
});
const renderOrder = (lines: OrderSummary['lines'], product: ProductDetail = aProductDetail()) => {
  const order: OrderSummary = {
    number: 'ORD-7K3F-9Q2M',
    status: 'processing',
    created_at: '2026-11-27T02:00:00Z',
    total: 690,
    lines,
  };
  const data = { items: [order], total: 1, page: 1, pageSize: 10 };
  return renderRemote(remote, {
    at: '/orders',
    services: createContractServices([
      respondTo(listOrders, () => ({ data })),
      respondTo(getProduct, () => ({ data: product })),
    ]),
    given: (store) =>
      store.dispatch(
        loginUser.fulfilled({ ...done, token: 'token-1', user: aUser() }, '', { email: '', password: '' }),
      ),
  });
};

test('pieces of one product that are engraved differently are pictures of their own', async () => {
  const logged = jest.spyOn(console, 'error');
  renderOrder([anEngravedRing('Always'), anEngravedRing('Forever')]);
  expect(await screen.findByAltText('Halo Diamond Ring, engraved “Forever” (serif)')).toBeVisible();
  expect(logged).not.toHaveBeenCalledWith(expect.stringContaining('same key'), expect.anything());
  logged.mockRestore();
});

test('a weight is bought again as it was, also if its product is sold in other steps now (product 9.4)', async () => {
  const potatoes = { id: 'potatoes', name: 'Potatoes', variants: [], stock: 40, measure: { stepGrams: 500 } };
  const line = { product_id: 'potatoes', variant_id: null, name: 'Potatoes', image: '', quantity: 6 };
  const { user, store } = renderOrder([{ ...line, measure: { stepGrams: 250 } }], aProductDetail(potatoes));
  await user.click(await screen.findByRole('button', { name: /^Buy again: order/ }));
  await waitFor(() => expect(selectCartItems(store.getState())).toMatchObject([{ id: 'potatoes', quantity: 3 }]));
});

test.each([
  ['cannot be engraved any more', {}],
  ['has room for fewer letters now', { customization: { engravingMaxLetters: 5, engravingPrice: 25 } }],
])('a piece that %s is said to be unavailable', async (_what, storeFeatures) => {
  const { user, store } = renderOrder([anEngravedRing('Always')], aProductDetail({ storeFeatures }));
  await user.click(await screen.findByRole('button', { name: /^Buy again: order/ }));
  await waitFor(() =>
    expect(selectNotices(store.getState())).toMatchObject([
      { text: expect.stringMatching(/^Not available right now/) },
    ]),
  );
  expect(selectCartItems(store.getState())).toEqual([]);
});
