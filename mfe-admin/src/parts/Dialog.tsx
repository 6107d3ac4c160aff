import { useId, useLayoutEffect, useRef, type FormEvent, type ReactNode } from 'react';
import styles from './Dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** For tables. */
  readonly wide?: boolean;
  /** Makes it a form. */
  readonly onSubmit?: (form: FormData) => void;
  /** Buttons, the primary one last. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/**
 * A dialog over the page. Escape closes it, and the focus returns to where it was. If that was nowhere, as after a key
 * that opened it, the page gets it, and not the next field: the next key would be typed there.
 */
export function Dialog({ title, wide = false, onClose, onSubmit, actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Layout effects end while the dialog is still there, which gives the focus back.
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => {
      opened?.close();
      const { activeElement } = document;
      if (activeElement === document.body || opened?.contains(activeElement))
        document.getElementById('main')?.focus({ preventScroll: true });
    };
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSubmit?.(new FormData(event.currentTarget));
  };
  return (
    <dialog ref={dialog} className={styles.dialog} data-wide={wide || undefined} aria-labelledby={id} onClose={onClose}>
      <form method="post" className={styles.in} onSubmit={submit} noValidate>
        <h2 id={id}>{title}</h2>
        {children}
        <div className={styles.acts}>{actions}</div>
      </form>
    </dialog>
  );
}
