import type { ReactNode } from 'react';

interface SlideProps {
  readonly index: number;
  readonly count: number;
  /** One that is out of view, where a slide fills the view: nothing in it takes the focus. */
  readonly away?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** One slide of a carousel (APG): a group that says its place. */
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
