import { PassThrough } from 'node:stream';
import { aUser } from '@shop/shared/contract-answers/builders';
import type { RemoteModule } from '@shop/shared/remote';
import { renderToPipeableStream } from 'react-dom/server';
import { Provider } from 'react-redux';
import { createStaticHandler, createStaticRouter, Outlet, StaticRouterProvider } from 'react-router';
import type { ReactNode } from 'react';
import { createTrialShop } from './createTrialShop';
import { describeFailure, findPages, isExpectedResponse, type FailedPage, type TrialPage } from './findPages';

const REMEMBERED =
  'it shows a guest the name or address of an earlier visitor: on the server, keep nothing of a visitor in variables outside of components and loaders';

/** The visitor who is signed in, as the contracts' examples have it. */
const { email, name } = aUser();

const render = (app: ReactNode): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const sink = new PassThrough({ encoding: 'utf8' });
    sink.on('data', (chunk: string) => (text += chunk));
    sink.on('end', () => resolve(text));
    const stream = renderToPipeableStream(app, {
      onAllReady: () => stream.pipe(sink),
      onShellError: reject,
      onError: reject,
    });
  });

/**
 * Renders one page as the host does, with the same routes, loaders and store. Returns its markup; a redirect has
 * none.
 */
const renderPage = async (remote: RemoteModule, { at, visitor }: TrialPage): Promise<string> => {
  const { store, routerContext } = await createTrialShop(remote, visitor);
  const handler = createStaticHandler([{ id: 'trial', Component: Outlet, children: remote.routes }]);
  const context = await handler.query(new Request(new URL(at, 'http://shop.invalid')), {
    requestContext: routerContext(),
  });
  if (context instanceof Response) return '';
  const failure: unknown = Object.values(context.errors ?? {})[0];
  if (failure !== undefined && !isExpectedResponse(failure))
    throw failure instanceof Error ? failure : new Error(describeFailure(failure));
  return render(
    <Provider store={store}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Provider>,
  );
};

/** Renders all pages of a remote, one after the other. `onPage` is called before each page, which may never finish. */
export const renderPages = async (
  remote: RemoteModule,
  onPage: (page: TrialPage) => void,
): Promise<{ readonly pages: number; readonly failed: readonly FailedPage[] }> => {
  const pages = findPages(remote.routes);
  const failed: FailedPage[] = [];
  /** Guests' pages that were rendered before the visitor was there. */
  const before = new Map<string, string>();
  for (const page of pages) {
    const { route, visitor } = page;
    onPage(page);
    try {
      const html = await renderPage(remote, page);
      const earlier = before.get(route);
      if (visitor.signedIn) continue;
      if (earlier === undefined) before.set(route, html);
      else if ([email, name].some((detail) => html.includes(detail) && !earlier.includes(detail)))
        failed.push({ route, visitor, message: REMEMBERED });
    } catch (error) {
      failed.push({ route, visitor, message: describeFailure(error) });
    }
  }
  return { pages: pages.length, failed };
};
