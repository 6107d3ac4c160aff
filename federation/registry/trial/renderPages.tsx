import { PassThrough } from 'node:stream';
import type { Audience } from '@shop/runtime/remotes';
import type { RemoteModule } from '@shop/shared/remote';
import { renderToPipeableStream } from 'react-dom/server';
import { Provider } from 'react-redux';
import { createStaticHandler, createStaticRouter, Outlet, StaticRouterProvider } from 'react-router';
import type { ReactNode } from 'react';
import { createTrialShop } from './createTrialShop';
import { describeFailure, findPages, isExpectedResponse, type FailedPage, type TrialPage } from './findPages';

const render = (app: ReactNode): Promise<void> =>
  new Promise((resolve, reject) => {
    const sink = new PassThrough();
    sink.resume();
    sink.on('end', () => resolve());
    const stream = renderToPipeableStream(app, {
      onAllReady: () => stream.pipe(sink),
      onShellError: reject,
      onError: reject,
    });
  });

/** Renders one page as the host does, with the same routes, loaders and store. */
const renderPage = async (remote: RemoteModule, { at, visitor }: TrialPage): Promise<void> => {
  const { store, routerContext } = await createTrialShop(remote, visitor);
  const handler = createStaticHandler([{ id: 'trial', Component: Outlet, children: remote.routes }]);
  const context = await handler.query(new Request(new URL(at, 'http://shop.invalid')), {
    requestContext: routerContext(),
  });
  if (context instanceof Response) return;
  const failure: unknown = Object.values(context.errors ?? {})[0];
  if (failure !== undefined && !isExpectedResponse(failure))
    throw failure instanceof Error ? failure : new Error(describeFailure(failure));
  await render(
    <Provider store={store}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Provider>,
  );
};

/**
 * Renders all pages of a remote as visitors get them, one after the other: the server knows nothing of a visitor.
 * `onPage` is called before each page, which may never finish.
 */
export const renderPages = async (
  remote: RemoteModule,
  audience: Audience,
  onPage: (page: TrialPage) => void,
): Promise<{ readonly pages: number; readonly failed: readonly FailedPage[] }> => {
  const pages = findPages(remote.routes, audience).filter(({ visitor }) => !visitor.signedIn);
  const failed: FailedPage[] = [];
  for (const page of pages) {
    onPage(page);
    try {
      await renderPage(remote, page);
    } catch (error) {
      failed.push({ route: page.route, visitor: page.visitor, message: describeFailure(error) });
    }
  }
  return { pages: pages.length, failed };
};
