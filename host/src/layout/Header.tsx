import { selectStorefrontId, useAppSelector } from '@shop/shared/state';
import { storefrontLayouts, type StorefrontLayout } from '@shop/shared/storefronts/layouts';
import { useRef, type ComponentType } from 'react';
import { useShellPart } from '../watch/shellParts';
import { CenteredHeaderBar } from './CenteredHeaderBar';
import { EnclosedHeaderBar } from './EnclosedHeaderBar';
import { NoticeBar } from './NoticeBar';
import { SearchHeaderBar } from './SearchHeaderBar';
import { UtilityBar } from './UtilityBar';
import { useScrolled } from './useScrolled';
import styles from './Header.module.css';

/** The variants order the header differently, so their reading order differs too. */
const headerBars = { centered: CenteredHeaderBar, search: SearchHeaderBar } satisfies Record<
  StorefrontLayout['header'],
  ComponentType
>;

/** Sticky, with a shadow after 10 px (product.md 2.2). */
export function Header({ isEnclosed = false }: { readonly isEnclosed?: boolean }) {
  const sentinel = useRef<HTMLDivElement>(null);
  const header = useRef<HTMLElement>(null);
  const scrolled = useScrolled(sentinel);
  const bar = headerBars[storefrontLayouts[useAppSelector(selectStorefrontId)].header];
  const HeaderBar = isEnclosed ? EnclosedHeaderBar : bar;

  useShellPart('header', header);

  return (
    <>
      <NoticeBar />
      <div ref={sentinel} className={styles.sentinel} />
      <header className={styles.header} ref={header} data-scrolled={scrolled}>
        {!isEnclosed && <UtilityBar />}
        <HeaderBar />
      </header>
    </>
  );
}
