import styles from './RatingBreakdown.module.css';

const STARS = [5, 4, 3, 2, 1];

/** Number of ratings for each number of stars. */
export function RatingBreakdown({ counts }: { readonly counts: readonly number[] }) {
  const votes = counts.reduce((sum, count) => sum + count, 0);
  if (votes === 0) return null;
  return (
    <table className={styles.breakdown}>
      <caption className={styles.caption}>How many stars were given</caption>
      <tbody>
        {STARS.map((stars) => {
          const count = counts[stars - 1] ?? 0;
          return (
            <tr key={stars}>
              <th scope="row">{stars === 1 ? '1 star' : `${stars} stars`}</th>
              <td className={styles.bar}>
                <meter min={0} max={votes} value={count} aria-hidden="true" />
              </td>
              <td className={styles.count}>{count}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
