import styles from './Carousel.module.css';
import type { Carousel } from './useCarousel';

interface CarouselDotsProps {
  readonly carousel: Pick<Carousel, 'stop' | 'stops' | 'goTo'>;
  /** Names the row: "Position". */
  readonly label: string;
  /** Names one dot by its number, from 1: "Page 2". */
  readonly nameOf: (number: number) => string;
  /** For a moment the dots do nothing; the focus stays. */
  readonly locked?: boolean;
}

/** A dot for each place; none where there is only one. */
export function CarouselDots({ carousel: { stop, stops, goTo }, label, nameOf, locked = false }: CarouselDotsProps) {
  if (stops <= 1) return null;
  return (
    <div className={styles.dots} role="group" aria-label={label}>
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
