import {
  createPersonalLoader,
  selectIsAuthenticated,
  selectProfile,
  storeContext,
  wishlistMerged,
} from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { WishlistPage } from './WishlistPage';

const loader = createPersonalLoader(async () => undefined, { isForCustomers: true });

/** A guest's wishlist is in the browser, and a customer's comes with the session. */
export const wishlistRoutes: RouteObject[] = [
  {
    id: 'auth.wishlist',
    path: 'wishlist',
    Component: WishlistPage,
    loader: async (args, context) => {
      const data: unknown = await loader(args, context);
      const store = args.context.get(storeContext);
      const state = store.getState();
      // On a page that begins here, it is still on its way.
      if (selectIsAuthenticated(state) && selectProfile(state).wishlist.length === 0)
        await store.dispatch(wishlistMerged([]));
      return data;
    },
  },
];
