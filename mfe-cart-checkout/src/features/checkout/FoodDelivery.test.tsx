import { checkCart, listPaymentMethods } from '@shop/contracts';
import { aCartItem, aPricedCart, createFakeServices, renderRemote, respondTo } from '@shop/shared/testing';
import { cartRestored } from '@shop/shared/state';
import { screen } from '@testing-library/react';
import { remote } from '../../remote';

let mockIsOffline = true;
jest.mock('./delivery/DeliveryChoice', () => {
  if (mockIsOffline) throw new Error('The script did not load');
  return jest.requireActual<object>('./delivery/DeliveryChoice');
});

test('delivery times whose script does not load are said, and shown on request (product 7.14)', async () => {
  const food = { product_ids: ['carrots'], minimum: 10, missing: 0 };
  const { user } = renderRemote(remote, {
    at: '/checkout',
    services: createFakeServices([
      respondTo(checkCart, () => ({ data: { ...aPricedCart([{ product_id: 'carrots' }]), food } })),
      respondTo(listPaymentMethods, () => ({ data: [{ method: 'bank' as const, available: true }] })),
    ]),
    given: (store) => store.dispatch(cartRestored([aCartItem({ id: 'carrots', productId: 'carrots' })])),
  });
  expect(await screen.findByText(/We can’t show delivery times right now/)).toBeVisible();
  mockIsOffline = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('group', { name: 'Delivery' })).toBeVisible();
  expect(screen.queryByText(/show delivery times right now/)).toBeNull();
});
