import type { ComponentType } from 'react';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { reportChunkFailure } from './chunkRetries';
import type { RouteHandle } from './RemoteModule';

interface LazyRoute {
  readonly id: string;
  readonly path: string;
  /** The `webpackChunkName` of what `load` imports. */
  readonly chunk: string;
  readonly load: () => Promise<ComponentType>;
  /** What the page shows; fetched beside its code. */
  readonly loader?: (args: LoaderFunctionArgs) => unknown;
}

/**
 * A route whose page comes when it is asked for. The router's own `lazy` remembers a failure for ever, so that Retry
 * could not heal it; here each visit asks again until the page is there. The server waits for it, and the browser does
 * before it hydrates.
 */
export const createLazyRoute = ({ id, path, chunk, load, loader }: LazyRoute): RouteObject => {
  let Page: ComponentType | undefined;
  const preload = async (): Promise<void> => {
    try {
      Page ??= await load();
    } catch (error) {
      reportChunkFailure();
      throw error;
    }
  };
  const handle: RouteHandle = { chunk, preload };
  return {
    id,
    path,
    handle,
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
