import {
  addAddress as addAddressEndpoint,
  addToWishlist,
  changeAddress as changeAddressEndpoint,
  deleteAddress as deleteAddressEndpoint,
  listAddresses,
  listWishlist,
  removeFromWishlist,
} from '@shop/shared/contracts';
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

  route(app, listWishlist, { auth: 'session', cache: 'private' })(async (_parts, { session }) =>
    buildWishlistResponse(session.accountId),
  );

  route(app, addToWishlist, { auth: 'session', cache: 'private' })(async ({ body }, { session }) => {
    const { accountId } = session;
    await addWishlistItems(database, accountId, [...new Set(body.product_ids)]);
    return buildWishlistResponse(accountId);
  });

  route(app, removeFromWishlist, { auth: 'session', cache: 'private' })(async ({ params }, { session }) => {
    const { accountId } = session;
    await removeWishlistItem(database, accountId, params.id);
    return buildWishlistResponse(accountId);
  });

  route(app, listAddresses, { auth: 'session', cache: 'private' })(async (_parts, { session }) => {
    const { accountId } = session;
    return { status: true, message: 'Your addresses', data: await findAddresses(database, accountId) };
  });

  route(app, addAddressEndpoint, { auth: 'session', cache: 'private' })(async ({ body }, { session }) => {
    const { accountId } = session;
    return { status: true, message: 'The address is saved.', address: await addAddress(context, accountId, body) };
  });

  route(app, changeAddressEndpoint, { auth: 'session', cache: 'private' })(async ({ params, body }, { session }) => {
    const { accountId } = session;
    return {
      status: true,
      message: 'The address is saved.',
      address: await changeAddress(context, accountId, params.id, body),
    };
  });

  route(app, deleteAddressEndpoint, { auth: 'session', cache: 'private' })(async ({ params }, { session }) => {
    const { accountId } = session;
    return {
      status: true,
      message: 'The address is deleted.',
      data: await removeAddress(context, accountId, params.id),
    };
  });
};
