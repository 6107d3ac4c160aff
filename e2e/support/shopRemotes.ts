import { findRemoteIds, readRemote } from '@shop/build/repository';

/** Remotes that the shop shows: those for staff have an origin of their own, and the shop has none of their files. */
export const findShopRemotes = (root?: string) =>
  findRemoteIds(root).filter((remote) => readRemote(remote, root).audience !== 'staff');
