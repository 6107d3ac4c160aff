import type { ReactNode } from 'react';
import styles from './Eyebrow.module.css';

interface EyebrowProps {
  /** `span` inside a line of text. */
  readonly as?: 'p' | 'span';
  readonly children: ReactNode;
}

/** Small accented text above a title, such as a category or a brand. */
export function Eyebrow({ as: Element = 'p', children }: EyebrowProps) {
  return <Element className={styles.eyebrow}>{children}</Element>;
}
