import styles from './Rating.module.css';

interface RatingProps {
  /** 0 to 5, in tenths. */
  readonly value: number;
  readonly count?: number;
  readonly hideCountOnPhones?: boolean;
}

const STAR_WIDTH = 25;
const HEIGHT = 24;

/** Five stars, filled to the tenth, with the number next to them. Nobody rates below one: 0 has no reviews yet. */
export function Rating({ value, count, hideCountOnPhones = false }: RatingProps) {
  if (value === 0) return <span className={styles.rating}>No reviews yet</span>;
  return (
    <span className={styles.rating}>
      <svg
        className={styles.stars}
        viewBox={`0 0 ${5 * STAR_WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Rated ${value} out of 5`}
      >
        <rect width={value * STAR_WIDTH} height={HEIGHT} />
      </svg>
      {value.toFixed(1)}
      {count !== undefined && <span data-hide-on-phones={hideCountOnPhones}>{` (${count})`}</span>}
    </span>
  );
}
