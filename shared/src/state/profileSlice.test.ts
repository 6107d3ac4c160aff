import { aUser, anAddress } from '@shop/contracts/answers/builders';
import { createFakeServices } from '../testing';
import { createShopStore } from './createShopStore';
import {
  addressAdded,
  addressDeleted,
  addressesReceived,
  addressUpdated,
  historyReceived,
  ordersReceived,
  profileFailed,
  profileUpdated,
  profileUserReceived,
  wishlistItemAdded,
  wishlistItemRemoved,
  wishlistReceived,
} from './profileSlice';

const ring = {
  id: 'ring-halo',
  name: 'Halo Diamond Ring',
  image: '',
  price: 320,
  category: 'Rings',
  rating: 4.8,
  priceFrom: false,
};
const createStore = () => createShopStore({ services: createFakeServices() });

test('orders, wishlist, addresses, history and user are set (product 9.3)', () => {
  const store = createStore();
  const order = {
    number: 'ORD-1',
    status: 'on-hold' as const,
    created_at: '2026-11-21T12:00:00Z',
    total: 320,
    lines: [],
  };
  store.dispatch(ordersReceived([order]));
  store.dispatch(wishlistReceived([ring]));
  store.dispatch(addressesReceived([anAddress()]));
  store.dispatch(
    historyReceived([{ id: '1', kind: 'registered', detail: '', times: 1, created_at: '2026-11-21T12:00:00Z' }]),
  );
  store.dispatch(profileUserReceived(aUser()));
  expect(store.getState().profile).toMatchObject({
    orders: [order],
    wishlist: [ring],
    addresses: [{ id: 'address-1' }],
    history: [{ id: '1' }],
    user: { id: 'account-1' },
  });
});

test('updating the profile merges (product 9.3)', () => {
  const store = createStore();
  store.dispatch(profileUserReceived(aUser()));
  store.dispatch(profileUpdated({ phone: '+1 212 555 0100' }));
  expect(store.getState().profile.user).toEqual(aUser({ phone: '+1 212 555 0100' }));
});

test('adds a wishlist product once and removes it by id (product 9.3)', () => {
  const store = createStore();
  store.dispatch(wishlistItemAdded(ring));
  store.dispatch(wishlistItemAdded(ring));
  expect(store.getState().profile.wishlist).toHaveLength(1);
  store.dispatch(wishlistItemRemoved('ring-halo'));
  expect(store.getState().profile.wishlist).toEqual([]);
});

test('adds, updates and deletes addresses by id, and moves a default (product 9.3)', () => {
  const store = createStore();
  store.dispatch(addressesReceived([anAddress()]));
  store.dispatch(addressAdded(anAddress({ id: 'address-2', label: 'Studio', default_billing: true })));
  expect(store.getState().profile.addresses).toMatchObject([
    { id: 'address-1', default_billing: false },
    { id: 'address-2', default_billing: true },
  ]);
  store.dispatch(addressUpdated(anAddress({ id: 'address-1', townCity: 'Oxford', default_billing: false })));
  expect(store.getState().profile.addresses[0]).toMatchObject({ id: 'address-1', townCity: 'Oxford' });
  store.dispatch(addressDeleted('address-1'));
  expect(store.getState().profile.addresses).toMatchObject([{ id: 'address-2' }]);
});

test('an error is set (product 9.3)', () => {
  const store = createStore();
  store.dispatch(profileFailed('Failed to fetch'));
  expect(store.getState().profile.error).toBe('Failed to fetch');
});
