import { selectUser, sessionEnded, sessionRead, type ShopStore } from '@shop/shared/state';

const CHANNEL = 'shop.session';

/** What tabs tell each other: that who is signed in has changed. Who it is, each asks the server. */
type Message = 'signed-in' | 'signed-out';

/**
 * Keeps all tabs of a browser with one session: signing out in one ends the others, signing in reaches them.
 * `onElsewhere` runs after a change that another tab made, or that a page brought back by the back button missed.
 * Answers how to stop.
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
    if (data === 'signed-in') void applyRemoteChange(() => store.dispatch(sessionRead()));
  };
  // A page that the browser kept as it was may be of a session that has ended since.
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
