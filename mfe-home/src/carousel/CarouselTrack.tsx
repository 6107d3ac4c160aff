import type { ReactNode } from 'react';
import styles from './Carousel.module.css';
import type { Carousel } from './useCarousel';

interface CarouselTrackProps {
  readonly carousel: Carousel;
  /** Class that sets `grid-auto-columns`. */
  readonly className?: string | undefined;
  readonly busy?: boolean;
  /** Whether changes are announced: not during autoplay (APG). */
  readonly live?: 'off' | 'polite';
  readonly children: ReactNode;
}

/** The scroll container of a carousel; its children are the slides. */
export function CarouselTrack({ carousel, className, busy, live, children }: CarouselTrackProps) {
  return (
    <div
      ref={carousel.track}
      className={className ? `${styles['track']} ${className}` : styles.track}
      onScroll={carousel.onScroll}
      aria-busy={busy}
      aria-live={live}
    >
      {children}
    </div>
  );
}
