import { selectStorefrontId, useAppSelector } from '@shop/shared/state';
import type { StorefrontId } from '@shop/shared/storefronts';
import { useRef, type ComponentType } from 'react';
import { FurrowHeaderBar } from './FurrowHeaderBar';
import { OrielHeaderBar } from './OrielHeaderBar';
import { UtilityBar } from './UtilityBar';
import { useScrolled } from './useScrolled';
import styles from './Header.module.css';

/** The two storefronts order their header differently, so their reading order differs too. */
const headerBars = { jewellery: OrielHeaderBar, organic: FurrowHeaderBar } satisfies Record<
  StorefrontId,
  ComponentType
>;

/** Sticky, with a shadow after 10 px (product.md 2.2). */
export function Header() {
  const sentinel = useRef<HTMLDivElement>(null);
  const scrolled = useScrolled(sentinel);
  const HeaderBar = headerBars[useAppSelector(selectStorefrontId)];

  return (
    <>
      <div ref={sentinel} className={styles.sentinel} />
      <header className={styles.header} data-scrolled={scrolled}>
        <UtilityBar />
        <HeaderBar />
      </header>
    </>
  );
}
