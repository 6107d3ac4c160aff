import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../Button/Button';
import { Icon } from '../Icon/Icon';
import styles from '../Panel/Panel.module.css';

interface ErrorPanelProps {
  /** What failed, as worded in the specification: "Failed to load brands: …". */
  readonly title: string;
  readonly text?: string;
  readonly headingLevel?: 1 | 2 | 3;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  readonly children?: ReactNode;
}

/** Shown in place of content that failed to load, with a retry button. */
export function ErrorPanel({ title, text, headingLevel = 2, onRetry, retrying = false, children }: ErrorPanelProps) {
  const Heading: 'h1' | 'h2' | 'h3' = `h${headingLevel}`;
  return (
    <div className={styles.panel} data-framed="true" role="alert">
      <div className={styles.icon}>
        <Icon icon={TriangleAlert} />
      </div>
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.actions}>
        {onRetry && (
          <Button onClick={onRetry} busyText={retrying ? 'Retrying' : undefined}>
            <Icon icon={RotateCw} />
            Retry
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}
