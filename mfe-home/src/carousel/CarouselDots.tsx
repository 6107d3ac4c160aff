import styles from './Carousel.module.css';
import type { Carousel } from './useCarousel';

interface CarouselDotsProps {
  readonly carousel: Pick<Carousel, 'stop' | 'stops' | 'goTo'>;
  /** Accessible name of the row, such as "Position". */
  readonly label: string;
  /** Accessible name of a dot by its number, from 1: "Page 2". */
  readonly nameOf: (number: number) => string;
  /** The dots are disabled during the lock (1 s) but keep focus. */
  readonly locked?: boolean;
  readonly className?: string | undefined;
}

/** One dot per position; renders nothing for a single position. */
export function CarouselDots({
  carousel: { stop, stops, goTo },
  label,
  nameOf,
  locked = false,
  className,
}: CarouselDotsProps) {
  if (stops <= 1) return null;
  return (
    <div className={className ? `${styles['dots']} ${className}` : styles.dots} role="group" aria-label={label}>
      {Array.from({ length: stops }, (_, index) => (
        <button
          key={index}
          type="button"
          aria-label={nameOf(index + 1)}
          aria-current={index === stop ? 'true' : undefined}
          aria-disabled={locked || undefined}
          onClick={() => goTo(index)}
        />
      ))}
    </div>
  );
}
