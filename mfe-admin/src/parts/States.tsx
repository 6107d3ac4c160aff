import type { ApiFailure } from '@shop/shared/api-client';
import { CircleAlert, Inbox, Lock, type LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from './Button';
import styles from './States.module.css';

interface StateProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** Nothing there: the first time, by the filters, or because all is done. */
export function EmptyState({ icon: Icon = Inbox, title, text, children }: StateProps) {
  return (
    <div className={styles.state}>
      <Icon aria-hidden />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

/** What failed, with a way to try again. Without the permission there is nothing to try. */
export function FailedState({ failure, onRetry }: { readonly failure: ApiFailure; readonly onRetry: () => void }) {
  if (failure.code === 'NOT_ALLOWED')
    return <EmptyState icon={Lock} title="Not for your role" text="Ask an owner if you need this for your work." />;
  return (
    <div role="alert">
      <EmptyState icon={CircleAlert} title="This did not load" text={failure.message}>
        <Button onClick={onRetry}>Try again</Button>
      </EmptyState>
    </div>
  );
}

/** Rows that are on their way, in the height of rows. */
export function LoadingRows({ count = 8 }: { readonly count?: number }) {
  return (
    <div className={styles.rows} role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}

interface BannerProps {
  readonly children: ReactNode;
  /** For scripts that focus it. */
  readonly ref?: Ref<HTMLDivElement>;
}

/** Something that needs an answer, or whose loading failed while older data is shown. */
export function Banner({ children, ref }: BannerProps) {
  return (
    <div ref={ref} tabIndex={ref ? -1 : undefined} className={styles.banner} role="status">
      {children}
    </div>
  );
}
