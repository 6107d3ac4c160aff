import {
  addAddress as addAddressEndpoint,
  addToWishlist,
  changeAddress as changeAddressEndpoint,
  deleteAddress as deleteAddressEndpoint,
  listAddresses,
  listWishlist,
  MAX_ADDRESSES,
  MAX_WISHLIST_ITEMS,
  removeFromWishlist,
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../http/route';
import type { AppContext } from '../../AppContext';
import { findAddresses } from './addressesRepository';
import { addAddress, changeAddress, removeAddress } from './saveAddress';
import { addWishlistItems, findWishlist, removeWishlistItem } from './wishlistRepository';

/** Wishlist and addresses of the signed-in customer. Every query is scoped by account id. */
export const profileRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { database } = context;
  const buildWishlistResponse = async (accountId: string) => ({
    status: true as const,
    message: 'Your wishlist',
    data: await findWishlist(database, accountId),
  });

  route(app, listWishlist, {
    summary: 'Lists the wishlist of the customer, oldest entry first.',
    cache: 'private',
  })(async (_parts, { session }) => buildWishlistResponse(session.accountId));

  route(app, addToWishlist, {
    summary: `Adds products, at most ${MAX_WISHLIST_ITEMS} in total. Known and unavailable products are ignored.`,
    cache: 'private',
  })(async ({ body }, { session }) => {
    const { accountId } = session;
    await addWishlistItems(database, accountId, [...new Set(body.product_ids)]);
    return buildWishlistResponse(accountId);
  });

  route(app, removeFromWishlist, {
    summary: 'Removes a product from the wishlist.',
    cache: 'private',
  })(async ({ params }, { session }) => {
    const { accountId } = session;
    await removeWishlistItem(database, accountId, params.id);
    return buildWishlistResponse(accountId);
  });

  route(app, listAddresses, {
    summary: 'Lists the saved addresses of the customer, oldest first.',
    cache: 'private',
  })(async (_parts, { session }) => {
    const { accountId } = session;
    return { status: true, message: 'Your addresses', data: await findAddresses(database, accountId) };
  });

  route(app, addAddressEndpoint, {
    summary: `Saves an address. At most ${MAX_ADDRESSES}.`,
    cache: 'private',
  })(async ({ body }, { session }) => {
    const { accountId } = session;
    return { status: true, message: 'The address is saved.', address: await addAddress(context, accountId, body) };
  });

  route(app, changeAddressEndpoint, {
    summary: 'Changes the given fields of an address.',
    cache: 'private',
  })(async ({ params, body }, { session }) => {
    const { accountId } = session;
    return {
      status: true,
      message: 'The address is saved.',
      address: await changeAddress(context, accountId, params.id, body),
    };
  });

  route(app, deleteAddressEndpoint, {
    summary: 'Deletes an address; the oldest remaining one takes over its defaults. Returns the remaining addresses.',
    cache: 'private',
  })(async ({ params }, { session }) => {
    const { accountId } = session;
    return {
      status: true,
      message: 'The address is deleted.',
      data: await removeAddress(context, accountId, params.id),
    };
  });
};
