import { useEffect, useRef } from 'react';
import type { RouteHandle } from '@shop/shared/remote';
import { findLeft, selectIsBackOffice, useAppSelector } from '@shop/shared/state';
import { Outlet, ScrollRestoration, useMatches, useNavigation, useRevalidator } from 'react-router-dom';
import { CustomerLayout } from './CustomerLayout';
import { PlainLayout } from './PlainLayout';
import { NoScriptNote } from './NoScriptNote';
import { PageSkeleton } from './PageSkeleton';
import { RouteAnnouncer } from './RouteAnnouncer';
import { SectionsInTurn } from './SectionsInTurn';
import { useFocusAfterNavigation } from './useFocusAfterNavigation';
import styles from './ShopLayout.module.css';

/** Wraps every page: the layout that its route requests, the skip link, and the progress bar. */
export function ShopLayout() {
  const main = useRef<HTMLElement>(null);
  const loading = useNavigation().state !== 'idle';
  // remotes type their routes' handles as RouteHandle
  const matches = useMatches();
  const handles = matches.map(({ handle }) => handle as RouteHandle | undefined);
  const isBackOffice = useAppSelector(selectIsBackOffice);
  const layout = handles.findLast((handle) => handle?.layout)?.layout ?? (isBackOffice ? 'none' : 'customer');
  const Layout = layout === 'plain' ? PlainLayout : CustomerLayout;
  useFocusAfterNavigation();

  const left = matches.map(({ loaderData }) => findLeft(loaderData)).find((part) => part !== undefined);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (left !== undefined) void revalidate();
  }, [left, revalidate]);

  const page =
    left === 'page' ? <PageSkeleton shape={handles.findLast((handle) => handle?.skeleton)?.skeleton} /> : <Outlet />;

  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to main content
      </a>
      {loading && <div className={styles.progress} role="progressbar" aria-label="Loading the page" />}
      {layout === 'none' ? (
        page
      ) : (
        <Layout main={main} isEnclosed={layout === 'enclosed'}>
          <NoScriptNote />
          {page}
        </Layout>
      )}
      <RouteAnnouncer />
      <SectionsInTurn />
      <ScrollRestoration />
    </>
  );
}
