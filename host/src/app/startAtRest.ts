import type { ShopStore } from '@shop/shared/state';
import type { Remotes } from '../remotes/Remotes';
import { watchPage, type WatchedPage } from '../watch/watchPage';
import { keepStyles } from './keepStyles';

/** The server asks customers before it shows a release by an override, so an open page must not keep it. */
const reloadAtSignIn = (store: ShopStore): void => {
  const isSignedIn = (): boolean => store.getState().auth.isAuthenticated;
  let before = isSignedIn();
  store.subscribe(() => {
    if (isSignedIn() && !before) window.location.reload();
    before = isSignedIn();
  });
};

interface RestingPage extends WatchedPage {
  readonly remotes: Remotes;
  readonly store: ShopStore;
}

/** Starts what a page does not need before it is at rest. */
export const startAtRest = ({ remotes, store, ...page }: RestingPage): void => {
  void keepStyles();
  watchPage(page);
  if (Object.values(remotes.composition).some(({ isOverride }) => isOverride)) reloadAtSignIn(store);
};
