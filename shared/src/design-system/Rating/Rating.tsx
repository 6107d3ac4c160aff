import styles from './Rating.module.css';

interface RatingProps {
  /** 0 to 5, in tenths. */
  readonly value: number;
  readonly count?: number;
  readonly hideCountOnPhones?: boolean;
}

const STAR_WIDTH = 25;
const HEIGHT = 24;
/** One path, because a page has many ratings. Each star begins where the one before does. */
const STARS = `M-13 2.2${`m${STAR_WIDTH} 0l3 6.3 6.9.9-5 4.8 1.2 6.8-6.1-3.3-6.1 3.3 1.2-6.8-5-4.8 6.9-.9z`.repeat(5)}`;

/** Five stars, filled to the tenth, with the number next to them. */
export function Rating({ value, count, hideCountOnPhones = false }: RatingProps) {
  return (
    <span className={styles.rating}>
      <svg
        className={styles.stars}
        viewBox={`0 0 ${5 * STAR_WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Rated ${value} out of 5`}
      >
        <path className={styles.empty} d={STARS} />
        {/* Cuts off what is beyond its width. */}
        <svg width={value * STAR_WIDTH} height={HEIGHT}>
          <path className={styles.full} d={STARS} />
        </svg>
      </svg>
      <span className={styles.number}>
        {value.toFixed(1)}
        {count !== undefined && <span data-hide-on-phones={hideCountOnPhones}> ({count})</span>}
      </span>
    </span>
  );
}
