import { ArrowLeft } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { Toaster } from '../notices/Toaster';
import type { LayoutProps } from './CustomerLayout';
import { useShellPart } from '../watch/shellParts';
import styles from './PlainLayout.module.css';
import { Wordmark } from './Wordmark';

/** The plain centered layout (product.md 2.1): a link back to the shop, notices, and one task. */
export function PlainLayout({ main, children }: LayoutProps) {
  const { name, support } = useAppSelector(selectStorefront);
  const header = useRef<HTMLElement>(null);
  const footer = useRef<HTMLElement>(null);
  useShellPart('main', main);
  useShellPart('header', header);
  useShellPart('footer', footer);
  return (
    <div className={styles.layout}>
      <header className={styles.header} ref={header}>
        <Link className={styles.logo} to={paths.home} aria-label={`${name}, home`}>
          <Wordmark />
        </Link>
        <Link className={styles.back} to={paths.home}>
          <Icon icon={ArrowLeft} />
          <span>Back to the shop</span>
        </Link>
      </header>
      <main id="main" className={styles.main} ref={main} tabIndex={-1}>
        <Toaster place="top" />
        {children}
      </main>
      <footer className={styles.footer} ref={footer}>
        {[support.hours && `Support ${support.hours}.`, support.callNote].filter(Boolean).join(' ')}
      </footer>
    </div>
  );
}
