import { useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-router-dom';
import type { PageRouters } from './PageRouters';

/** Shows the page by its router of now. */
export function ShopRouter({ routers }: { readonly routers: PageRouters }) {
  const { router, generation } = useSyncExternalStore(routers.subscribe, routers.getSnapshot, routers.getSnapshot);
  return <RouterProvider key={generation} router={router} />;
}
