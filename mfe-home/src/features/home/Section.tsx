import { Wrap } from '@shop/shared/design-system/Wrap';
import { Suspense, type ReactNode } from 'react';
import styles from './Section.module.css';

interface SectionProps {
  readonly label: string;
  readonly band?: boolean;
  /** True for a carousel, for its role description (APG). */
  readonly carousel?: boolean;
  /** Called when the section comes near the viewport. */
  readonly onApproach?: () => void;
  readonly children: ReactNode;
}

/**
 * A section of the home page with the storefront's spacing. Each hydrates separately, so that none blocks a click for
 * long.
 */
export function Section({ label, band = false, carousel = false, onApproach, children }: SectionProps) {
  return (
    <section
      className={styles.section}
      data-band={band}
      data-below
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
