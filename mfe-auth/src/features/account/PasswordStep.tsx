import { PASSWORD_MAX_LENGTH } from '@shop/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { Note } from '@shop/shared/design-system/Note';
import { PasswordField } from '@shop/shared/design-system/PasswordField';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { isCurrentPassword } from '../../parts/rules';

const EMPTY = { current_password: '' };

interface PasswordStepProps {
  readonly action: string;
  readonly busyText: string;
  /** Returns the failure, or undefined on success. */
  readonly onConfirm: (
    current_password: string,
  ) => Promise<{ readonly message: string; readonly field: string | undefined } | undefined>;
  readonly onCancel: () => void;
}

/** Requires the current password: an unattended session must not be enough for what matters. */
export function PasswordStep({ action, busyText, onConfirm, onCancel }: PasswordStepProps) {
  const [error, setFailure] = useState<string>();
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm({ mode: 'onTouched', defaultValues: EMPTY });

  const confirm = handleSubmit(async ({ current_password }) => {
    setFailure(undefined);
    const refused = await onConfirm(current_password);
    if (!refused) return;
    setFailure(refused.message);
    if (refused.field !== undefined) setError('current_password', { message: refused.field }, { shouldFocus: true });
  });

  return (
    <form method="post" noValidate onSubmit={(event) => void confirm(event)} aria-label={action}>
      <PasswordField
        label="Current password"
        required
        autoFocus
        autoComplete="current-password"
        maxLength={PASSWORD_MAX_LENGTH}
        error={errors.current_password?.message}
        {...register('current_password', { validate: isCurrentPassword })}
      />
      {error !== undefined && <Note tone="error">{error}</Note>}
      <Button type="submit" variant="secondary" size="md" busyText={isSubmitting ? busyText : undefined}>
        {action}
      </Button>
      <Button variant="quiet" size="md" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
