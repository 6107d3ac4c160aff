import { useRef } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { Toaster } from '../notices/Toaster';
import { Footer } from './Footer';
import { Header } from './Header';
import { useFocusAfterNavigation } from './useFocusAfterNavigation';
import styles from './ShopLayout.module.css';

/** The customer layout (SPEC 2): sticky header, main area, footer. Everything in main belongs to a remote. */
export function ShopLayout() {
  const main = useRef<HTMLElement>(null);
  const loading = useNavigation().state !== 'idle';
  useFocusAfterNavigation(main);

  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to main content
      </a>
      <Header />
      {loading && <div className={styles.progress} role="progressbar" aria-label="Loading the page" />}
      <main id="main" className={styles.main} ref={main} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <Toaster />
      <ScrollRestoration />
    </>
  );
}
