import type { ReactNode, RefObject } from 'react';
import { Toaster } from '../notices/Toaster';
import { EnclosedFooter } from './EnclosedFooter';
import { Footer } from './Footer';
import { Header } from './Header';
import { QuickViewSlot } from './QuickViewSlot';
import { useShellPart } from '../watch/shellParts';
import styles from './ShopLayout.module.css';

export interface LayoutProps {
  readonly main: RefObject<HTMLElement | null>;
  /** Whether nothing in the header leads away from the page's task. */
  readonly isEnclosed: boolean;
  readonly children: ReactNode;
}

/** The customer layout (product.md 2.1): sticky header, main area, footer. The main area belongs to a remote. */
export function CustomerLayout({ main, isEnclosed, children }: LayoutProps) {
  useShellPart('main', main);
  return (
    <>
      <Header isEnclosed={isEnclosed} />
      <main id="main" className={styles.main} data-enclosed={isEnclosed || undefined} ref={main} tabIndex={-1}>
        {children}
      </main>
      {isEnclosed ? <EnclosedFooter /> : <Footer />}
      <QuickViewSlot />
      <Toaster />
    </>
  );
}
