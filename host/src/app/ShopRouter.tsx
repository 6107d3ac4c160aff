import { useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router-dom';
import type { PageRouters } from './PageRouters';

/** Renders the current router. */
export function ShopRouter({ routers }: { readonly routers: PageRouters }) {
  const { router, generation } = useSyncExternalStore(routers.subscribe, routers.getSnapshot, routers.getSnapshot);
  return <RouterProvider key={generation} router={router} />;
}
