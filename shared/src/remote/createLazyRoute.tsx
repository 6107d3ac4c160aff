import type { ComponentType } from 'react';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { reportChunkFailure } from './chunkRetries';
import type { RouteHandle } from './RemoteModule';

interface LazyRoute extends Pick<RouteHandle, 'layout' | 'skeleton'>, Pick<RouteObject, 'shouldRevalidate'> {
  readonly id: string;
  readonly path: string;
  /** `webpackChunkName` of what `load` imports. */
  readonly chunk: string;
  readonly load: () => Promise<ComponentType>;
  /** Loads the page's data in parallel with its code. */
  readonly loader?: (args: LoaderFunctionArgs) => unknown;
}

/**
 * Creates a route whose page is loaded on demand. The router's own `lazy` caches failures forever, so a retry could not
 * succeed; here each visit retries until the page is loaded. The server waits for it, as does the browser before
 * hydration.
 */
export const createLazyRoute = ({
  id,
  path,
  chunk,
  load,
  loader,
  shouldRevalidate,
  ...rest
}: LazyRoute): RouteObject => {
  let Page: ComponentType | undefined;
  const preload = async (): Promise<void> => {
    try {
      Page ??= await load();
    } catch (error) {
      reportChunkFailure();
      throw error;
    }
  };
  const handle: RouteHandle = { ...rest, chunk, preload };
  return {
    id,
    path,
    handle,
    ...(shouldRevalidate && { shouldRevalidate }),
    loader: async (args) => {
      const [, data] = await Promise.all([preload(), loader?.(args)]);
      return data ?? null;
    },
    Component: function LazyPage() {
      if (!Page) throw new Error(`The page of ${id} was shown before it was loaded`);
      return <Page />;
    },
  };
};
