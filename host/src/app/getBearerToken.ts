import type { BearerSource } from '@shop/shared/api-client';
import { selectAuth, sessionRead, type ShopStore } from '@shop/shared/state';

/**
 * Reads the session's token from the store. A server-rendered page has no token yet and fetches one before its first
 * change.
 */
export const getBearerToken = (getStore: () => ShopStore): BearerSource => {
  const readSession = async (): Promise<string | undefined> => {
    await getStore().dispatch(sessionRead());
    return selectAuth(getStore().getState()).token ?? undefined;
  };
  return {
    async getToken() {
      const { isAuthenticated, token } = selectAuth(getStore().getState());
      return isAuthenticated ? (token ?? readSession()) : undefined;
    },
    renew: async () => (await readSession()) !== undefined,
  };
};
