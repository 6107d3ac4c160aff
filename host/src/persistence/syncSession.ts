import { selectUser, sessionEnded, sessionRead, type ShopStore } from '@shop/shared/state';

const CHANNEL = 'shop.session';

/**
 * Messages between tabs. They only say that the session changed; each tab asks the server for the user. `here` is sent
 * by each page that begins signed in, because a session can begin by redirects, which no page sees.
 */
type Message = 'signed-in' | 'signed-out' | 'here';

/**
 * Keeps all tabs of a browser on the same session. `onRemoteChange` runs after a change made by another tab, or one
 * that a page restored by the back button missed. Returns a function that stops syncing.
 */
export const syncSession = (store: ShopStore, onRemoteChange: () => void): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL);
  const getUserId = (): string | null => {
    const user = selectUser(store.getState());
    return store.getState().auth.isAuthenticated ? (user?.id ?? null) : null;
  };
  let lastUserId = getUserId();
  let isFollowing = false;

  const unsubscribe = store.subscribe(() => {
    const userId = getUserId();
    if (userId === lastUserId) return;
    lastUserId = userId;
    const message: Message = userId === null ? 'signed-out' : 'signed-in';
    if (!isFollowing) channel.postMessage(message);
  });

  const applyRemoteChange = async (change: () => unknown): Promise<void> => {
    const before = getUserId();
    isFollowing = true;
    try {
      await change();
    } finally {
      isFollowing = false;
    }
    if (getUserId() !== before) onRemoteChange();
  };

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'signed-out') void applyRemoteChange(() => store.dispatch(sessionEnded()));
    if (data === 'signed-in' || (data === 'here' && getUserId() === null))
      void applyRemoteChange(() => store.dispatch(sessionRead()));
  };
  if (lastUserId !== null) channel.postMessage('here' satisfies Message);
  // A page restored from the back/forward cache may show an ended session.
  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && getUserId() !== null) void applyRemoteChange(() => store.dispatch(sessionRead()));
  };
  window.addEventListener('pageshow', onPageShow);

  return () => {
    unsubscribe();
    channel.close();
    window.removeEventListener('pageshow', onPageShow);
  };
};
