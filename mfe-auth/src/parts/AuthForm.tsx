import { Note } from '@shop/shared/design-system/Note';
import { authErrorCleared, selectAuth, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect, type FormEvent, type ReactNode } from 'react';
import styles from './AuthForm.module.css';

interface AuthFormProps {
  readonly label: string;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Error to show until a newer failure replaces it. */
  readonly notice?: string | undefined;
  readonly children: ReactNode;
}

/**
 * An authentication form with its error in a red box (product.md 12.3). Leaving the screen clears the error (8.2).
 */
export function AuthForm({ label, onSubmit, notice, children }: AuthFormProps) {
  const { loading, error } = useAppSelector(selectAuth);
  const dispatch = useAppDispatch();
  useEffect(() => () => void dispatch(authErrorCleared()), [dispatch]);

  const submitOnce = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!loading) onSubmit(event);
  };
  const text = error ?? (loading ? undefined : notice);
  return (
    <form method="post" className={styles.form} noValidate onSubmit={submitOnce} aria-label={label}>
      {children}
      {text && <Note tone="error">{text}</Note>}
    </form>
  );
}
