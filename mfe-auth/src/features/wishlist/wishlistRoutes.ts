import type { RouteObject } from 'react-router-dom';
import { WishlistPage } from './WishlistPage';

/** A guest's wishlist is stored in the browser: there is nothing to load. */
export const wishlistRoutes: RouteObject[] = [{ id: 'auth.wishlist', path: 'wishlist', Component: WishlistPage }];
