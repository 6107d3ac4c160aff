import type { RemoteModule } from '@shop/shared/remote';
import { quickViewOpened, type ShopStore } from '@shop/shared/state';
import { createExampleParameter } from '@shop/contracts/answers/createExampleFetch';
import { createRoot } from 'react-dom/client';
import { matchRoutes } from 'react-router-dom';
import { createTrialShop } from './createTrialShop';
import { isExpectedResponse, type TrialPage } from './findPages';
import { createTrialRouter, ELSEWHERE, TrialShell, type Shell, type TrialRouter } from './TrialShell';
import type { PageAround } from './watchPageAround';

/** Maximum time to wait for a page to settle. */
const MAX_WAIT_MS = 3_000;
const PAUSE_MS = 15;
/** Time that a page has to do something by itself after it has settled. */
const LINGER_MS = 400;
const MAX_LINK_WAIT_MS = 1_000;
const MAX_DIALOG_WAIT_MS = 1_000;
/** Links that open something in place have the role of a button. */
const SHELL_LINKS = ':is(header, footer) a[href]:not([role="button"])';

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until the condition holds twice in a row, because rendered components may load more. */
const waitUntil = async (isMet: () => boolean, timeoutMs: number): Promise<boolean> => {
  const began = performance.now();
  for (let times = 0; times < 2;) {
    if (performance.now() - began > timeoutMs) return false;
    await pause(PAUSE_MS);
    times = isMet() ? times + 1 : 0;
  }
  return true;
};

const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null;

/** Opens the widgets of the remote where the shell shows them, and closes them. */
const openWidgets = async (
  { widgets }: RemoteModule,
  store: ShopStore,
  settle: () => Promise<unknown>,
): Promise<void> => {
  if ('CartDrawer' in widgets)
    document.querySelector<HTMLElement>('header button[aria-haspopup="dialog"][aria-label^="Cart"]')?.click();
  if ('QuickView' in widgets) store.dispatch(quickViewOpened(createExampleParameter('productId')));
  // Their code is loaded on demand: one that opens later would be open when the page is left.
  if ('CartDrawer' in widgets || 'QuickView' in widgets) await waitUntil(isDialogOpen, MAX_DIALOG_WAIT_MS);
  await settle();
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) {
    dialog.close();
    dialog.dispatchEvent(new Event('close')); // at once
  }
  await settle();
};

/**
 * Follows a link of the shell to a page of another team; where the shell has none, such as in the back office, the
 * router goes there. Returns what is wrong, as sentences.
 */
const leavePage = async (remote: RemoteModule, router: TrialRouter, root: Element): Promise<string[]> => {
  const link = [...root.querySelectorAll<HTMLAnchorElement>(SHELL_LINKS)].find(
    ({ pathname }) => (matchRoutes(remote.routes, pathname) ?? []).length === 0,
  );
  if (!link) {
    await router.navigate(`/${ELSEWHERE}`);
    await waitUntil(() => root.querySelector(`#${ELSEWHERE}`) !== null, MAX_LINK_WAIT_MS);
    return [];
  }
  const { pathname } = link;
  link.click();
  const isThere = (): boolean =>
    router.state.location.pathname === pathname && root.querySelector(`main #${ELSEWHERE}`) !== null;
  return (await waitUntil(isThere, MAX_LINK_WAIT_MS)) ? [] : ['a link of the shop to another page does nothing'];
};

interface OpenPageOptions {
  readonly shell: Shell;
  readonly around: PageAround;
  /** Whether to look longer and to open widgets: once for each route. */
  readonly isFirst: boolean;
}

/** Opens one page as for a shopper, in the shop's own layout, and leaves it. Returns the errors. */
export const openPage = async (
  remote: RemoteModule,
  { at, visitor }: TrialPage,
  { shell, around, isFirst }: OpenPageOptions,
): Promise<unknown[]> => {
  const failures: unknown[] = [];
  const recordFailure = (error: unknown): void => {
    if (!isExpectedResponse(error)) failures.push(error);
  };
  const onError = ({ error, message }: ErrorEvent): void => recordFailure(error ?? message);
  const onRejection = ({ reason }: PromiseRejectionEvent): void => recordFailure(reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);

  const { store, routerContext, pending } = await createTrialShop(remote, visitor);
  // The router arrives before the page does: React renders it in slices, and a busy machine leaves time between them.
  let shown: string | undefined;
  const router = createTrialRouter(remote, {
    Layout: shell.Layout,
    at,
    getContext: routerContext,
    onFailure: recordFailure,
    onShown: (key) => {
      shown = key;
    },
  });
  const element = document.body.appendChild(document.createElement('div'));
  element.id = 'root';
  around.remember();
  const root = createRoot(element, {
    onUncaughtError: recordFailure,
    onCaughtError: recordFailure,
    onRecoverableError: () => undefined,
  });
  root.render(<TrialShell store={store} router={router} remote={remote} />);
  const settle = (): Promise<boolean> =>
    waitUntil(
      () => router.state.navigation.state === 'idle' && shown === router.state.location.key && pending() === 0,
      MAX_WAIT_MS,
    );
  await settle();
  const shownAt = router.state.location.key;
  if (isFirst) {
    await openWidgets(remote, store, settle);
    await pause(LINGER_MS);
    if (router.state.location.key !== shownAt) recordFailure(new Error('it navigates by itself'));
  }
  for (const damage of shell.check(element)) recordFailure(new Error(damage));
  for (const sentence of await leavePage(remote, router, element)) recordFailure(new Error(sentence));
  for (const sentence of around.findLeftovers()) recordFailure(new Error(sentence));
  root.unmount();
  await pause(0);
  router.dispose();
  element.remove();
  window.removeEventListener('error', onError);
  window.removeEventListener('unhandledrejection', onRejection);
  return failures;
};
