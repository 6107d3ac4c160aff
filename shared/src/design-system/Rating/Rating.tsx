import { useId } from 'react';
import styles from './Rating.module.css';

interface RatingProps {
  /** 0 to 5, in tenths. */
  readonly value: number;
  readonly count?: number;
  readonly hideCountOnPhones?: boolean;
}

const STAR = 'M12 2.2l3 6.3 6.9.9-5 4.8 1.2 6.8L12 17.7 5.9 21l1.2-6.8-5-4.8 6.9-.9z';
const STARS = [0, 1, 2, 3, 4];
const STAR_WIDTH = 25;

/** Five stars, filled to the tenth, with the number next to them. */
export function Rating({ value, count, hideCountOnPhones = false }: RatingProps) {
  const clip = useId();
  const stars = STARS.map((star) => <path key={star} d={STAR} transform={`translate(${star * STAR_WIDTH} 0)`} />);
  return (
    <span className={styles.rating}>
      <svg
        className={styles.stars}
        viewBox={`0 0 ${STARS.length * STAR_WIDTH} 24`}
        role="img"
        aria-label={`Rated ${value} out of 5`}
      >
        <clipPath id={clip}>
          <rect width={value * STAR_WIDTH} height="24" />
        </clipPath>
        <g className={styles.empty}>{stars}</g>
        <g className={styles.full} clipPath={`url(#${clip})`}>
          {stars}
        </g>
      </svg>
      <span className={styles.number}>
        {value.toFixed(1)}
        {count !== undefined && <span data-hide-on-phones={hideCountOnPhones}> ({count})</span>}
      </span>
    </span>
  );
}
