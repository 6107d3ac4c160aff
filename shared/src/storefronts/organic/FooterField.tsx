import styles from './FooterField.module.css';

/** The furrow wave above the organic footer. */
export function FooterField() {
  return (
    <svg className={styles.field} viewBox="0 0 1440 90" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles.furthest} d="M0 60C240 10 480 0 720 18s480 52 720 8v64H0z" />
      <path className={styles.nearest} d="M0 78C300 30 620 34 860 56s420 14 580-10v44H0z" />
    </svg>
  );
}
