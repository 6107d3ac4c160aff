import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react';
import styles from './Dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Makes it a form. */
  readonly onSubmit?: (form: FormData) => void;
  /** Buttons, the primary one last. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** A dialog over the page. Escape closes it, and the focus returns to where it was. */
export function Dialog({ title, onClose, onSubmit, actions, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSubmit?.(new FormData(event.currentTarget));
  };
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} onClose={onClose}>
      <form method="post" className={styles.in} onSubmit={submit} noValidate>
        <h2 id={id}>{title}</h2>
        {children}
        <div className={styles.acts}>{actions}</div>
      </form>
    </dialog>
  );
}
