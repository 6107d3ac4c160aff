import { selectUser, sessionEnded, sessionRead, type ShopStore } from '@shop/shared/state';

const CHANNEL = 'shop.session';

/** What tabs tell each other: that who is signed in has changed. Who it is, each asks the server. */
type Message = 'signed-in' | 'signed-out';

/**
 * Keeps all tabs of a browser with one session: signing out in one ends the others, signing in reaches them.
 * `onElsewhere` runs after a change that another tab made, or that a page brought back by the back button missed.
 * Answers how to stop.
 */
export const followSession = (store: ShopStore, onElsewhere: () => void): (() => void) => {
  const channel = new BroadcastChannel(CHANNEL);
  const who = (): string | null => {
    const user = selectUser(store.getState());
    return store.getState().auth.isAuthenticated ? (user?.id ?? null) : null;
  };
  let known = who();
  let following = false;

  const stopTelling = store.subscribe(() => {
    const now = who();
    if (now === known) return;
    known = now;
    const message: Message = now === null ? 'signed-out' : 'signed-in';
    if (!following) channel.postMessage(message);
  });

  const follow = async (change: () => unknown): Promise<void> => {
    const before = who();
    following = true;
    try {
      await change();
    } finally {
      following = false;
    }
    if (who() !== before) onElsewhere();
  };

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data === 'signed-out') void follow(() => store.dispatch(sessionEnded()));
    if (data === 'signed-in') void follow(() => store.dispatch(sessionRead()));
  };
  // A page that the browser kept as it was may be of a session that has ended since.
  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && who() !== null) void follow(() => store.dispatch(sessionRead()));
  };
  window.addEventListener('pageshow', onPageShow);

  return () => {
    stopTelling();
    channel.close();
    window.removeEventListener('pageshow', onPageShow);
  };
};
