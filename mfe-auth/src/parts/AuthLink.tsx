import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import styles from './AuthLink.module.css';

/** A link within a sentence or beside a field. */
export function AuthLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} className={styles.link} />;
}
