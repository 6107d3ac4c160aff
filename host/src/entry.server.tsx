import { PassThrough } from 'node:stream';
import { loadedReleaseCount, loadServerRemote, type ServerRelease } from '@shop/runtime/server';
import {
  createShopStore,
  currencyChosen,
  sessionRead,
  siteOpened,
  storefrontEntered,
  storeContext,
  tokenWithheld,
  wishlistMerged,
  type ShopStore,
  type ShownCurrency,
} from '@shop/shared/state';
import type { RouteHandle } from '@shop/shared/remote';
import type { StorefrontId } from '@shop/shared/storefronts';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { Provider } from 'react-redux';
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from 'react-router';
import { createRoutes } from './app/createRoutes';
import { createServices } from './app/createServices';
import type { DataSource, PageData } from './app/PageData';
import { trackAudience, type Audience } from './app/trackAudience';

export interface RenderRequest {
  /** Path and query of the page. */
  readonly url: string;
  readonly storefront: StorefrontId;
  /** The release of the remote that owns the page; null if no remote owns the path. */
  readonly release: ServerRelease | null;
  /** Display currency. */
  readonly currency: ShownCurrency;
  readonly apiOrigin: string;
  /** Public origin of the shop. */
  readonly siteOrigin: string;
  readonly source: DataSource;
  /** The visitor's cookies, forwarded to the API. */
  readonly cookie: string;
  /** Whether `cookie` includes a session cookie. */
  readonly hasSessionCookie: boolean;
  readonly timeoutMs: number;
  /** Headers for every API call, so that it belongs to the page's request. */
  readonly forwardedHeaders?: Readonly<Record<string, string>>;
}

export type RenderResult =
  | { readonly kind: 'redirect'; readonly location: string; readonly status: number; readonly audience: Audience }
  | {
      readonly kind: 'page';
      readonly audience: Audience;
      readonly status: number;
      readonly html: string;
      /** The storefront after loading, because a product's page switches to the product's storefront. */
      readonly storefront: StorefrontId;
      /** Names of chunks that the page's routes load lazily. */
      readonly chunks: readonly string[];
      readonly state: PageData['state'];
      readonly router: PageData['router'];
    };

/**
 * React streams large boundaries later and moves them with inline scripts, which the content security policy forbids.
 * Without a limit, the page is sent as one.
 */
const UNLIMITED_CHUNK_SIZE = Number.MAX_SAFE_INTEGER;

const renderToText = (app: ReactNode): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const sink = new PassThrough({ encoding: 'utf8' });
    sink.on('data', (chunk: string) => (text += chunk));
    sink.on('end', () => resolve(text));
    const stream = renderToPipeableStream(app, {
      progressiveChunkSize: UNLIMITED_CHUNK_SIZE,
      onAllReady: () => stream.pipe(sink),
      onShellError: reject,
      onError: reject,
    });
  });

/** Loads session and wishlist, so that header, hearts and account pages are right from the first paint. */
const loadSession = async (store: ShopStore): Promise<void> => {
  const [read] = await Promise.all([store.dispatch(sessionRead()), store.dispatch(wishlistMerged([]))]);
  if (sessionRead.fulfilled.match(read)) store.dispatch(tokenWithheld()); // the token must not be in the page
};

/** Renders a page like the browser: same routes, same store, same thunks. */
export const renderPage = async (request: RenderRequest): Promise<RenderResult> => {
  const tracker = trackAudience();
  const services = await createServices(
    {
      fetch: tracker.fetch,
      origin: request.apiOrigin,
      timeoutMs: request.timeoutMs,
      headers: { ...request.forwardedHeaders, ...(request.cookie ? { cookie: request.cookie } : {}) },
    },
    request.source,
  );
  const store = createShopStore({ services });
  store.dispatch(siteOpened(request.siteOrigin));
  store.dispatch(storefrontEntered(request.storefront));
  await Promise.all([
    request.currency !== 'USD' && store.dispatch(currencyChosen(request.currency)),
    request.hasSessionCookie && loadSession(store),
  ]);

  const module = request.release ? await loadServerRemote(request.release) : undefined;
  if (module && request.release) store.injectSlices(module.slices, request.release.remote);
  const handler = createStaticHandler(
    createRoutes(module && request.release ? [[request.release.remote, module]] : []),
  );

  const requestContext = new RouterContextProvider();
  requestContext.set(storeContext, store);
  const context = await handler.query(
    new Request(new URL(request.url, 'http://shop.invalid'), {
      headers: request.hasSessionCookie ? { cookie: request.cookie } : {},
    }),
    { requestContext },
  );
  if (context instanceof Response) {
    return {
      kind: 'redirect',
      location: context.headers.get('location') ?? '/',
      status: context.status,
      audience: tracker.audience(),
    };
  }
  const failure: unknown = Object.values(context.errors ?? {})[0];
  if (failure !== undefined) throw failure instanceof Error ? failure : new Error('A route failed', { cause: failure });

  const html = await renderToText(
    <Provider store={store}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Provider>,
  );
  return {
    kind: 'page',
    audience: tracker.audience(),
    status: context.statusCode,
    html,
    storefront: store.getState().storefront.currentStore,
    // remotes type their routes' handles as RouteHandle
    chunks: context.matches.flatMap(({ route }) => (route.handle as RouteHandle | undefined)?.chunk ?? []),
    state: { ...store.getState() },
    router: { loaderData: context.loaderData, errors: context.errors },
  };
};

export { loadedReleaseCount };
