import { addToWishlist, getMe, listWishlist, removeFromWishlist } from '@shop/contracts';
import {
  createShopStore,
  selectNotices,
  sessionEnded,
  sessionRead,
  wishlistItemAdded,
  wishlistItemRemoved,
  type ShopStore,
  type WishlistItem,
} from '@shop/shared/state';
import { aUser, createFakeServices, respondTo } from '@shop/shared/testing';
import { waitFor } from '@testing-library/react';
import { createWishlistMiddleware, restoreWishlist } from './persistWishlist';

const anItem = (id: string): WishlistItem => ({
  id,
  name: id,
  image: '',
  price: 320,
  category: 'Rings',
  rating: 4,
  priceFrom: false,
});

/** A page just hydrated, whose customer's list on the server is `saved` and answers when `answer` is called. */
const openPage = ({ stored = [], saved = [] }: { stored?: WishlistItem[]; saved?: string[] } = {}) => {
  const list = new Map(saved.map((id) => [id, anItem(id)]));
  const reply = () => ({ status: true as const, message: '', data: [...list.values()] });
  const waiting: (() => void)[] = [];
  let isHeld = false;
  let isLost = false;
  const hold = async <T>(value: T): Promise<T> => {
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    return value;
  };
  const services = createFakeServices([
    respondTo(getMe, () => ({ user: aUser(), token: 'token', ways: { password: true, google: false } })),
    respondTo(listWishlist, () => hold(reply())),
    respondTo(addToWishlist, ({ body }) => {
      for (const id of body.product_ids) list.set(id, anItem(id));
      return hold(reply());
    }),
    respondTo(removeFromWishlist, ({ params }) => {
      if (isLost) throw new Error('connection reset');
      list.delete(params.id);
      return hold(reply());
    }),
  ]);
  const storage = {
    items: stored,
    read: () => storage.items,
    write: (items: readonly WishlistItem[]) => void (storage.items = [...items]),
  };
  const store: ShopStore = createShopStore({
    services,
    middleware: [createWishlistMiddleware(services.api, storage)],
  });
  return {
    store,
    services,
    storage,
    shown: () => store.getState().profile.wishlist.map(({ id }) => id),
    saved: () => [...list.keys()],
    signIn: () => store.dispatch(sessionRead()),
    settle: () => waitFor(() => expect(services.pending()).toBe(0)),
    loseAnswers: () => void (isLost = true),
    holdAnswers: () => void (isHeld = true),
    answer: async () => {
      isHeld = false;
      await waitFor(() => expect(waiting).not.toHaveLength(0));
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
};

test('what a customer adds and removes while their list is on its way stays as they see it, and reaches the server', async () => {
  const page = openPage({ saved: ['pearl', 'halo'] });
  page.holdAnswers();
  await page.signIn();
  await waitFor(() => expect(page.services.listCalls(listWishlist)).toHaveLength(1));
  page.store.dispatch(wishlistItemAdded(anItem('band')));
  page.store.dispatch(wishlistItemRemoved('halo'));
  await page.answer();
  await waitFor(() => expect(page.shown()).toEqual(['pearl', 'band']));
  await waitFor(() => expect(page.saved()).toEqual(['pearl', 'band']));
  await page.settle();
  expect(page.shown()).toEqual(['pearl', 'band']);
});

test('what a guest adds before it is known that they are one is added to the stored items', () => {
  const page = openPage({ stored: [anItem('pearl')] });
  page.store.dispatch(wishlistItemAdded(anItem('halo')));
  expect(page.storage.items).toEqual([anItem('pearl')]);
  restoreWishlist(page.store, page.storage);
  expect(page.shown()).toEqual(['pearl', 'halo']);
  expect(page.storage.items.map(({ id }) => id)).toEqual(['pearl', 'halo']);
});

test('what is added before the session is known is added to the account, with the stored items, which leave the browser', async () => {
  const page = openPage({ stored: [anItem('pearl')], saved: ['ring'] });
  page.store.dispatch(wishlistItemAdded(anItem('halo')));
  await page.signIn();
  restoreWishlist(page.store, page.storage);
  await waitFor(() => expect(page.shown()).toEqual(['ring', 'pearl', 'halo']));
  await waitFor(() => expect(page.storage.items).toEqual([]));
  expect(page.services.listCalls(addToWishlist)).toHaveLength(1);
});

test("a change that waits when the session ends is not sent for the browser's next customer", async () => {
  const page = openPage();
  page.holdAnswers();
  await page.signIn();
  await waitFor(() => expect(page.services.listCalls(listWishlist)).toHaveLength(1));
  page.store.dispatch(wishlistItemAdded(anItem('band')));
  page.store.dispatch(sessionEnded());
  await page.signIn();
  await page.answer();
  await waitFor(() => expect(page.services.listCalls(listWishlist)).toHaveLength(2));
  await page.settle();
  expect(page.saved()).toEqual([]);
  expect(page.shown()).toEqual([]);
});

test('a failed change is reported, and the list of the server is shown again', async () => {
  const page = openPage({ saved: ['pearl'] });
  await page.signIn();
  await waitFor(() => expect(page.shown()).toEqual(['pearl']));
  page.loseAnswers();
  page.store.dispatch(wishlistItemRemoved('pearl'));
  expect(page.shown()).toEqual([]);
  await waitFor(() => expect(page.shown()).toEqual(['pearl']));
  expect(selectNotices(page.store.getState()).map(({ text }) => text)).toEqual([
    'Your wishlist could not be saved. Please try again.',
  ]);
});
