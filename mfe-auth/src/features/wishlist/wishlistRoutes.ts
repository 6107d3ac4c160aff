import type { RouteObject } from 'react-router-dom';
import { WishlistPage } from './WishlistPage';

/** The wishlist of who is not signed in lives in the browser: nothing to load. */
export const wishlistRoutes: RouteObject[] = [{ id: 'auth.wishlist', path: 'wishlist', Component: WishlistPage }];
