import { createRemoteLoader } from '@shop/runtime/browser';
import { listMenuLinks } from '@shop/runtime/composition';
import type { RemoteId } from '@shop/runtime/remotes';
import {
  createShopStore,
  currencyChosen,
  isShownCurrency,
  RemoteWidgetsContext,
  siteRead,
  readSession,
  storefrontEntered,
  storefrontsChanged,
  storeContext,
  type ShopServices,
  type ShopStore,
} from '@shop/shared/state';
import { CURRENCY_COOKIE } from '@shop/contracts/constants';
import type { RemoteModule } from '@shop/shared/remote';
import { isStorefrontId } from '@shop/contracts/storefronts';
import { startTransition, StrictMode, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, RouterContextProvider } from 'react-router-dom';
import { getBearerToken } from './app/getBearerToken';
import { createRoutes, REMOTE_SLOTS, createRemoteRoute } from './app/createRoutes';
import { createServices } from './app/createServices';
import { watchConnection } from './app/watchConnection';
import { PAGE_DATA_ID, type PageData } from './app/PageData';
import { preloadPages } from './app/preloadPages';
import { createPageRouters } from './app/PageRouters';
import { ShopRouter } from './app/ShopRouter';
import { syncTheme } from './app/syncTheme';
import { createWishlistMiddleware } from './persistence/persistWishlist';
import { BrowserPersistence } from './persistence/BrowserPersistence';
import { wishlistStorage } from './persistence/wishlistStorage';
import { prefetchOnIntent } from './remotes/prefetchOnIntent';
import { createRemoteWidgets } from './remotes/createRemoteWidgets';
import { createRemotes, RemotesContext, type Remotes } from './remotes/Remotes';
import { recordIntrinsics } from './watch/intrinsics';
import { keepFocus } from './focus/keepFocus';
import { keepTranslatedText } from './translation/keepTranslatedText';
import { registerWorker } from './service-worker/registerWorker';
import { setPageReleases } from './rum/findOrigin';
import { reportError, reportUncaughtErrors } from './rum/reportError';
import { reportVisit } from './rum/reportVisit';
import { stopReports } from './rum/RumReport';

const REST_DELAY_MS = 2_000;

/** Reads the data that our server embedded in the page. */
const readPageData = (): PageData => {
  const data: PageData = JSON.parse(document.getElementById(PAGE_DATA_ID)?.textContent ?? '{}') as PageData;
  return data;
};

/** A stylesheet that failed to load also exists, but is empty or not accessible. */
const isLoaded = ({ sheet }: HTMLLinkElement): boolean => {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
};

/**
 * Marks loaded stylesheets for the bundles, which look for absolute URLs. Failed ones are removed, so that their bundle
 * loads them again.
 */
const markStylesLoaded = (): void => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (isLoaded(link)) link.dataset['href'] = link.href;
    else link.remove();
  }
  for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-href]'))
    style.dataset['href'] = new URL(style.dataset['href'] ?? '', window.location.href).href;
};

/** `patchedRemotes` collects the remotes whose routes have been added. */
const createRouter = (
  store: ShopStore,
  remotes: Remotes,
  patchedRemotes: Set<RemoteId>,
  first: readonly [RemoteId, RemoteModule] | undefined,
  page: PageData,
  isAsRendered: boolean,
) => {
  patchedRemotes.clear();
  if (first) patchedRemotes.add(first[0]);
  return createBrowserRouter(createRoutes(first ? [first] : []), {
    hydrationData: first && isAsRendered && page.router ? page.router : undefined,
    getContext: () => {
      const context = new RouterContextProvider();
      context.set(storeContext, store);
      return context;
    },
    patchRoutesOnNavigation: async ({ path, patch }) => {
      const remote = remotes.findByPath(path);
      if (!remote || patchedRemotes.has(remote)) return;
      // A failure is thrown to the error boundary. Nothing is patched in, so the next visit retries.
      const module = await remotes.mount(remote);
      if (patchedRemotes.has(remote)) return;
      patchedRemotes.add(remote);
      patch(REMOTE_SLOTS, [createRemoteRoute(remote, module)]);
    },
  });
};

/** `session` resolves once it is known whether the visitor is signed in. */
const createStore = async (
  page: PageData,
): Promise<{ store: ShopStore; services: ShopServices; session: Promise<unknown> }> => {
  const services = await createServices(
    { origin: '', bearer: getBearerToken(() => store), onAnswered: watchConnection(() => store) },
    page.source,
  );
  const store: ShopStore = createShopStore({
    services,
    preloadedState: page.state ?? {},
    middleware: page.audience ? [] : [createWishlistMiddleware(services.api, wishlistStorage)],
    onSliceError: (error) => reportError(error),
  });
  if (!page.state) {
    const { audience, composition } = page;
    store.dispatch(siteRead({ origin: window.location.origin, menuLinks: listMenuLinks(composition), audience }));
    if (page.changes) store.dispatch(storefrontsChanged(page.changes));
    // The server sets the storefront even if it could not render the page.
    const { storefront } = document.documentElement.dataset;
    if (isStorefrontId(storefront)) store.dispatch(storefrontEntered(storefront));
    const currency = new RegExp(`(?:^|;\\s*)${CURRENCY_COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
    if (isShownCurrency(currency)) void store.dispatch(currencyChosen(currency));
  }
  // A page is the same for everybody: who is here is asked while its code is loaded.
  return { store, services, session: readSession(store).catch(() => undefined) };
};

/** Starts the app: hydrates the server's markup, or renders everything if the server could not. */
export const startShop = async (): Promise<void> => {
  const intrinsics = recordIntrinsics();
  keepTranslatedText(document);
  keepFocus();
  reportUncaughtErrors();
  const page = readPageData();
  if (page.audience) stopReports();
  markStylesLoaded();
  const { store, services, session } = await createStore(page);
  const patchedRemotes = new Set<RemoteId>();
  const remotes = createRemotes(
    page.composition,
    createRemoteLoader(page.composition, (error) => reportError(error)),
    store,
    {
      onStandIn: (id, standIn) => {
        // If only a widget was shown, the page and its form input stay.
        if (!patchedRemotes.has(id)) return;
        const isShown = remotes.findByPath(window.location.pathname) === id;
        routers.replace(createRouter(store, remotes, patchedRemotes, isShown ? [id, standIn] : undefined, page, false));
      },
    },
  );
  setPageReleases(remotes);

  // Load the route's remote first: hydration needs its components, and its slices their part of the state.
  const remote = remotes.findByPath(window.location.pathname);
  const module = remote ? await remotes.mount(remote).catch(() => undefined) : undefined;
  const first = remote && module ? ([remote, module] as const) : undefined;
  // If a part fails to load, the router requests it again and shows its absence in place.
  const isReady =
    first !== undefined &&
    (await preloadPages(createRoutes([first]), window.location.pathname).then(
      () => true,
      () => false,
    ));
  // The markup is from the live release; a stand-in renders its own.
  const isAsRendered = remote !== undefined && remotes.mounted.get(remote) === page.composition[remote]?.version;
  const routers = createPageRouters(
    createRouter(store, remotes, patchedRemotes, isReady ? first : undefined, page, isAsRendered),
  );

  // Loaders check access, so they run again.
  const onSessionChange = (): void => void routers.getSnapshot().router.revalidate();

  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  const canHydrate = isReady && isAsRendered && page.state !== null && page.router !== null;
  const app: ReactNode = (
    <StrictMode>
      <Provider store={store} {...(canHydrate ? { serverState: { ...store.getState(), ...page.state } } : {})}>
        <RemotesContext value={remotes}>
          <RemoteWidgetsContext value={createRemoteWidgets(remotes)}>
            <BrowserPersistence
              {...{ store, session, onSessionChange }}
              api={services.api}
              isOff={page.audience !== undefined}
            >
              <ShopRouter routers={routers} />
            </BrowserPersistence>
          </RemoteWidgetsContext>
        </RemotesContext>
      </Provider>
    </StrictMode>
  );
  // A transition keeps the page responsive during hydration.
  if (canHydrate)
    startTransition(
      () => void hydrateRoot(root, app, { onRecoverableError: (error) => console.error('Hydration:', error) }),
    );
  else createRoot(root).render(app);

  syncTheme(store);
  prefetchOnIntent(remotes);
  reportVisit(remotes, page.visitToken);
  setTimeout(() => {
    import(/* webpackChunkName: "at-rest" */ './app/startAtRest')
      .then(({ startAtRest }) => startAtRest({ root, routers, intrinsics, remotes, store }))
      .catch(() => undefined); // the page works without it
  }, REST_DELAY_MS);
  registerWorker(page.serviceWorker);
};
