import type { ReactNode } from 'react';

interface SlideProps {
  readonly index: number;
  readonly count: number;
  /** True for a full-width slide that is out of view: nothing in it is focusable. */
  readonly away?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A slide of a carousel (APG): a group labeled with its position. */
export function Slide({ index, count, away = false, className, children }: SlideProps) {
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${count}`}
      inert={away}
      className={className}
    >
      {children}
    </div>
  );
}
