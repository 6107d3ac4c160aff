import { CircleDot, StickyNote, type LucideIcon } from 'lucide-react';
import { formatInstant, formatWhen } from '../parts/formatWhen';
import styles from './Timeline.module.css';

export interface TimelineEntry {
  readonly id: string;
  readonly icon?: LucideIcon | undefined;
  /** What was done, in a few words. */
  readonly text: string;
  readonly by: string;
  /** ISO 8601 instant. */
  readonly at: string;
  /** What somebody wrote about it. */
  readonly note?: string | undefined;
}

/** What was done, newest first; who below. */
export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }) {
  return (
    <ol className={styles.timeline}>
      {entries.map(({ id, icon, text, by, at, note }) => {
        const Icon = icon ?? (note === undefined ? CircleDot : StickyNote);
        return (
          <li key={id}>
            <Icon aria-hidden />
            <span>
              {text}
              <small>{by}</small>
            </span>
            <time dateTime={at} title={formatInstant(at)}>
              {formatWhen(at)}
            </time>
            {note !== undefined && <p className={styles.note}>{note}</p>}
          </li>
        );
      })}
    </ol>
  );
}
