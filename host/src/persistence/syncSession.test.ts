import { createShopStore, selectIsAuthenticated, verifyOtp, type ShopStore } from '@shop/shared/state';
import { getMe } from '@shop/contracts';
import { aUser, createFakeServices, respondTo } from '@shop/shared/testing';
import { waitFor } from '@testing-library/react';
import { syncSession } from './syncSession';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const openTab = ({ signedIn }: { readonly signedIn: boolean }) => {
  const services = createFakeServices([
    respondTo(getMe, () => ({ user: aUser(), token: 'token', ways: { password: true, google: false } })),
  ]);
  const onChange = jest.fn();
  const store: ShopStore = createShopStore({ services });
  if (signedIn)
    store.dispatch(
      verifyOtp.fulfilled({ message: '', token: 'token', user: aUser() }, '', { user_id: 'x', otp: '000000' }),
    );
  stops.push(syncSession(store, onChange));
  return { store, services, onChange };
};

test("a session that began by redirects reaches a guest's tab, before something is added to a cart that is no longer theirs", async () => {
  const guest = openTab({ signedIn: false });
  openTab({ signedIn: true });
  await waitFor(() => expect(guest.onChange).toHaveBeenCalledTimes(1));
  expect(selectIsAuthenticated(guest.store.getState())).toBe(true);
});

test('another page of a customer makes their tabs ask the server nothing', async () => {
  const customer = openTab({ signedIn: true });
  const guest = openTab({ signedIn: false });
  openTab({ signedIn: true });
  await waitFor(() => expect(guest.services.calls).toHaveLength(1));
  expect(customer.services.calls).toEqual([]);
});
