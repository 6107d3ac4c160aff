import { useLayoutEffect, useRef, type ReactNode } from 'react';
import styles from './PageHead.module.css';

interface PageHeadProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** Beside the title: what state it is in. */
  readonly chips?: ReactNode;
  /** At most one filled button. */
  readonly children?: ReactNode;
}

/** Whether the last heading has gone with the focus. */
let hadFocus = false;

/**
 * The heading of a page with its actions; also its title in the browser. It takes the focus over from the heading of
 * the page while it loaded: left to itself, the shop hands it to the nearest control, a field.
 */
export function PageHead({ title, text, chips, children }: PageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Layout effects end while the heading is still there, and begin when the next one is.
  useLayoutEffect(() => {
    const { current } = heading;
    if (hadFocus && document.activeElement === document.body) current?.focus({ preventScroll: true });
    hadFocus = false;
    return () => {
      hadFocus = document.activeElement === current;
    };
  }, []);
  return (
    <div className={styles.head}>
      <title>{`${title} · Back office`}</title>
      <div className={styles.text}>
        <div className={styles.title}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {chips}
        </div>
        {text !== undefined && <p>{text}</p>}
      </div>
      {children}
    </div>
  );
}
