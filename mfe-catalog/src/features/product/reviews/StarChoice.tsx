import { Star } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { useId } from 'react';
import styles from './StarChoice.module.css';

const STARS = [1, 2, 3, 4, 5];

/** 1 to 5 stars as radio buttons. */
export function StarChoice({
  value,
  onChange,
}: {
  readonly value: number;
  readonly onChange: (stars: number) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>Your rating</legend>
      <div className={styles.stars}>
        {STARS.map((stars) => (
          <label key={stars} className={styles.star}>
            <input
              type="radio"
              name={name}
              value={stars}
              checked={stars === value}
              onChange={() => onChange(stars)}
              aria-label={stars === 1 ? '1 star' : `${stars} stars`}
            />
            <Icon icon={Star} fill={stars <= value} />
          </label>
        ))}
        <output className={styles.said}>{value} of 5</output>
      </div>
    </fieldset>
  );
}
