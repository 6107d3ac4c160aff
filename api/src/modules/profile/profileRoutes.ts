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
import { requireSession } from '../auth/sessions';
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

  route(
    app,
    listWishlist,
    'private',
  )(async (_parts, { request, reply }) =>
    buildWishlistResponse((await requireSession(context, request, reply)).accountId),
  );

  route(
    app,
    addToWishlist,
    'private',
  )(async ({ body }, { request, reply }) => {
    const { accountId } = await requireSession(context, request, reply);
    await addWishlistItems(database, accountId, [...new Set(body.product_ids)]);
    return buildWishlistResponse(accountId);
  });

  route(
    app,
    removeFromWishlist,
    'private',
  )(async ({ params }, { request, reply }) => {
    const { accountId } = await requireSession(context, request, reply);
    await removeWishlistItem(database, accountId, params.id);
    return buildWishlistResponse(accountId);
  });

  route(
    app,
    listAddresses,
    'private',
  )(async (_parts, { request, reply }) => {
    const { accountId } = await requireSession(context, request, reply);
    return { status: true, message: 'Your addresses', data: await findAddresses(database, accountId) };
  });

  route(
    app,
    addAddressEndpoint,
    'private',
  )(async ({ body }, { request, reply }) => {
    const { accountId } = await requireSession(context, request, reply);
    return { status: true, message: 'The address is saved.', address: await addAddress(context, accountId, body) };
  });

  route(
    app,
    changeAddressEndpoint,
    'private',
  )(async ({ params, body }, { request, reply }) => {
    const { accountId } = await requireSession(context, request, reply);
    return {
      status: true,
      message: 'The address is saved.',
      address: await changeAddress(context, accountId, params.id, body),
    };
  });

  route(
    app,
    deleteAddressEndpoint,
    'private',
  )(async ({ params }, { request, reply }) => {
    const { accountId } = await requireSession(context, request, reply);
    return {
      status: true,
      message: 'The address is deleted.',
      data: await removeAddress(context, accountId, params.id),
    };
  });
};
