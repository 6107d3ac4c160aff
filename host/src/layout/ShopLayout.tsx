import { useRef } from 'react';
import type { RouteHandle } from '@shop/shared/remote';
import { Outlet, ScrollRestoration, useMatches, useNavigation } from 'react-router-dom';
import { CustomerLayout } from './CustomerLayout';
import { PlainLayout } from './PlainLayout';
import { RouteAnnouncer } from './RouteAnnouncer';
import { SectionsInTurn } from './SectionsInTurn';
import { useFocusAfterNavigation } from './useFocusAfterNavigation';
import styles from './ShopLayout.module.css';

/** Wraps every page: the layout that its route requests, the skip link, and the progress bar. */
export function ShopLayout() {
  const main = useRef<HTMLElement>(null);
  const loading = useNavigation().state !== 'idle';
  // remotes type their routes' handles as RouteHandle
  const handles = useMatches().map(({ handle }) => handle as RouteHandle | undefined);
  const layout = handles.findLast((handle) => handle?.layout)?.layout;
  const Layout = layout === 'plain' ? PlainLayout : CustomerLayout;
  useFocusAfterNavigation(main);

  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to main content
      </a>
      {loading && <div className={styles.progress} role="progressbar" aria-label="Loading the page" />}
      <Layout main={main} isEnclosed={layout === 'enclosed'}>
        <Outlet />
      </Layout>
      <RouteAnnouncer />
      <SectionsInTurn />
      <ScrollRestoration />
    </>
  );
}
