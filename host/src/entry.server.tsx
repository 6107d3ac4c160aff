import { PassThrough } from 'node:stream';
import { loadServerRemote, type LoadModule, type NodeBuild } from '@shop/runtime/server';
import {
  createShopStore,
  currencyChosen,
  siteRead,
  storefrontEntered,
  storefrontsChanged,
  sessionHintContext,
  storeContext,
  type ShownCurrency,
  type SiteState,
} from '@shop/shared/state';
import type { RemoteModule, RouteHandle } from '@shop/shared/remote';
import type { SiteChanges } from '@shop/contracts';
import type { StorefrontId } from '@shop/contracts/storefronts';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { Provider } from 'react-redux';
import {
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
  type StaticHandler,
} from 'react-router';
import { createRoutes } from './app/createRoutes';
import { createServices } from './app/createServices';
import type { DataSource, PageData } from './app/PageData';

export interface RenderRequest {
  /** Path and query of the page. */
  readonly url: string;
  readonly storefront: StorefrontId;
  /** The release of the remote that owns the page; null if no remote owns the path. */
  readonly release: NodeBuild | null;
  /** Display currency. */
  readonly currency: ShownCurrency;
  readonly site: SiteState;
  /** What staff have changed about the storefronts. */
  readonly changes: SiteChanges;
  readonly source: DataSource;
  /** Whether the visitor may be signed in: all that a page on the server knows of its visitor. */
  readonly hasSession: boolean;
}

/** An answer of the API, as the server passes it on. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the renderer's process gives to a page. */
export interface RenderTools {
  /** Reads a public address of the API, such as "/api/products/1". */
  readonly callApi: (address: string) => Promise<ApiAnswer>;
  readonly loadModule: LoadModule;
}

export type RenderResult =
  | { readonly kind: 'redirect'; readonly location: string; readonly status: number }
  | {
      readonly kind: 'page';
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

const streamToText = (app: ReactNode): Promise<string> =>
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

/** How React marks a boundary that failed or waits for something. */
const UNFINISHED = '<!--$!-->';

/**
 * Renders the app. Usually, everything is loaded, and React can write strings; its stream encodes every piece, which
 * takes a sixth of the time for a page.
 */
const renderToText = async (app: ReactNode): Promise<string> => {
  try {
    const text = renderToString(app);
    if (!text.includes(UNFINISHED)) return text;
  } catch {
    // the stream waits, or says what failed
  }
  return streamToText(app);
};

const NO_BODY = new Set([204, 205, 304]);

/** Answers the api client's calls with the server's answers. Pages only read. */
const createFetch =
  (callApi: RenderTools['callApi']): typeof fetch =>
  async (address, { method } = {}) => {
    if (typeof address !== 'string' || method !== 'GET') throw new TypeError('A page on the server can only read');
    const { status, headers, body } = await callApi(address);
    return new Response(NO_BODY.has(status) ? null : body, { status, headers });
  };

const handlers = new Map<string, StaticHandler>();

/** Creates the routes of a release once per process: a page brings its own store. */
const getHandler = (release: NodeBuild | null, module: RemoteModule | undefined): StaticHandler => {
  const key = release ? `${release.remote}@${release.version}` : '';
  const present = handlers.get(key);
  if (present) return present;
  const handler = createStaticHandler(createRoutes(module && release ? [[release.remote, module]] : []));
  handlers.set(key, handler);
  return handler;
};

/** Renders a page like the browser: same routes, same store, same thunks. */
export const renderPage = async (
  request: RenderRequest,
  { callApi, loadModule }: RenderTools,
): Promise<RenderResult> => {
  const services = await createServices({ fetch: createFetch(callApi), origin: '' }, request.source);
  const store = createShopStore({ services });
  store.dispatch(siteRead(request.site));
  if (Object.keys(request.changes).length > 0) store.dispatch(storefrontsChanged(request.changes));
  store.dispatch(storefrontEntered(request.storefront));
  if (request.currency !== 'USD') await store.dispatch(currencyChosen(request.currency));

  const module = request.release ? await loadServerRemote(request.release, loadModule) : undefined;
  if (module && request.release) store.injectSlices(module.slices, request.release.remote);
  const handler = getHandler(request.release, module);

  const requestContext = new RouterContextProvider();
  requestContext.set(storeContext, store);
  requestContext.set(sessionHintContext, request.hasSession);
  const context = await handler.query(new Request(new URL(request.url, 'http://shop.invalid')), { requestContext });
  if (context instanceof Response) {
    return {
      kind: 'redirect',
      location: context.headers.get('location') ?? '/',
      status: context.status,
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
    status: context.statusCode,
    html,
    storefront: store.getState().storefront.currentStore,
    // remotes type their routes' handles as RouteHandle
    chunks: context.matches.flatMap(({ route }) => (route.handle as RouteHandle | undefined)?.chunk ?? []),
    state: { ...store.getState() },
    router: { loaderData: context.loaderData, errors: context.errors },
  };
};

/** Loads a release before its first page. */
export const loadRelease = async (release: NodeBuild, loadModule: LoadModule): Promise<boolean> =>
  loadServerRemote(release, loadModule).then(() => true);
