import { Wrap } from '@shop/shared/design-system/Wrap';
import { Suspense, type ReactNode } from 'react';
import styles from './Section.module.css';

interface SectionProps {
  readonly label: string;
  readonly band?: boolean;
  /** Its content moves: assistive technology is told (APG). */
  readonly carousel?: boolean;
  /** Somebody comes near. */
  readonly onApproach?: () => void;
  readonly children: ReactNode;
}

/**
 * A block of the home page at the storefront's own rhythm. React hydrates each by itself, so that none holds up a click
 * for long.
 */
export function Section({ label, band = false, carousel = false, onApproach, children }: SectionProps) {
  return (
    <section
      className={styles.section}
      data-band={band}
      aria-label={label}
      aria-roledescription={carousel ? 'carousel' : undefined}
      onPointerEnter={onApproach}
      onFocus={onApproach}
    >
      <Suspense>
        <Wrap>{children}</Wrap>
      </Suspense>
    </section>
  );
}
