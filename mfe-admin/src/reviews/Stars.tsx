import { Star } from 'lucide-react';
import styles from './Stars.module.css';

const FIVE = [1, 2, 3, 4, 5] as const;

export function Stars({ rating }: { readonly rating: number }) {
  return (
    <span className={styles.stars} role="img" aria-label={`${rating} of 5 stars`}>
      {FIVE.map((star) => (
        <Star key={star} aria-hidden {...(star <= rating ? { fill: 'currentColor' } : {})} />
      ))}
    </span>
  );
}
