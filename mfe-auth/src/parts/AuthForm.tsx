import { Note } from '@shop/shared/design-system/Note';
import { authErrorCleared, selectAuth, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect, type FormEvent, type ReactNode } from 'react';
import styles from './AuthForm.module.css';

interface AuthFormProps {
  readonly label: string;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Said in the red box, where nothing has been refused since. */
  readonly notice?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A form of identity with its error in a red box under it (product.md 12.3). Leaving the screen clears the error (8.2).
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
    <form className={styles.form} noValidate onSubmit={submitOnce} aria-label={label}>
      {children}
      {text && <Note tone="error">{text}</Note>}
    </form>
  );
}
