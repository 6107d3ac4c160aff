import { Note } from '@shop/shared/design-system/Note';
import type { FormEvent, ReactNode } from 'react';

interface AccountFormProps {
  readonly label: string;
  /** Why the last attempt failed. */
  readonly error: string | undefined;
  /** Its buttons, below the error. */
  readonly actions: ReactNode;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  readonly children: ReactNode;
}

/** A form of the account page with its error in a red box (product.md 12.3). */
export function AccountForm({ label, error, actions, onSubmit, children }: AccountFormProps) {
  return (
    <form method="post" noValidate onSubmit={(event) => void onSubmit(event)} aria-label={label}>
      {children}
      {error !== undefined && <Note tone="error">{error}</Note>}
      {actions}
    </form>
  );
}
