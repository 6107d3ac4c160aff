import { Button } from '@shop/shared/design-system/Button';
import { Note } from '@shop/shared/design-system/Note';
import { useEffect, useRef } from 'react';
import styles from './ContactForm.module.css';

/** Replaces the form after the message was sent. */
export function ContactSent({ text, onAgain }: { readonly text: string; readonly onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.form}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        Write to us
      </h2>
      <div role="alert">
        <Note tone="ok">{text}</Note>
      </div>
      <div>
        <Button variant="secondary" onClick={onAgain}>
          Write another message
        </Button>
      </div>
    </div>
  );
}
