import { PASSWORD_MAX_LENGTH } from '@shop/shared/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { Note } from '@shop/shared/design-system/Note';
import { PasswordField } from '@shop/shared/design-system/PasswordField';
import { isNewPassword, isSamePassword, NEW_PASSWORD_HINT } from '@shop/shared/forms/rules';
import { showServerErrors } from '@shop/shared/forms/showServerErrors';
import { notify, useAppDispatch } from '@shop/shared/state';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { isCurrentPassword } from '../../parts/rules';
import { passwordChanged } from './accountSlice';

const FIELDS = ['current_password', 'password'] as const;
const EMPTY = { current_password: '', password: '', confirmPassword: '' };

/** Requires the current password: an unattended session is not enough. */
export function PasswordForm() {
  const dispatch = useAppDispatch();
  const [error, setFailure] = useState<string>();
  const {
    register,
    handleSubmit,
    trigger,
    setError,
    reset,
    formState: { errors, isSubmitting },
  } = useForm({ mode: 'onTouched', defaultValues: EMPTY });

  const change = handleSubmit(async ({ current_password, password }) => {
    setFailure(undefined);
    const changed = await dispatch(passwordChanged({ current_password, password }));
    if (passwordChanged.fulfilled.match(changed)) {
      dispatch(notify(changed.payload));
      reset(EMPTY);
      return;
    }
    setFailure(changed.payload);
    showServerErrors(setError, FIELDS, changed.meta);
  });

  return (
    <form method="post" noValidate onSubmit={(event) => void change(event)} aria-label="Change password">
      <PasswordField
        label="Current password"
        required
        autoComplete="current-password"
        maxLength={PASSWORD_MAX_LENGTH}
        error={errors.current_password?.message}
        {...register('current_password', { validate: isCurrentPassword })}
      />
      <PasswordField
        label="New password"
        required
        autoComplete="new-password"
        maxLength={PASSWORD_MAX_LENGTH}
        hint={NEW_PASSWORD_HINT}
        error={errors.password?.message}
        {...register('password', {
          validate: isNewPassword,
          onChange: () => void (errors.confirmPassword && trigger('confirmPassword')),
        })}
      />
      <PasswordField
        label="Confirm new password"
        required
        autoComplete="new-password"
        maxLength={PASSWORD_MAX_LENGTH}
        error={errors.confirmPassword?.message}
        {...register('confirmPassword', { validate: isSamePassword })}
      />
      {error !== undefined && <Note tone="error">{error}</Note>}
      <Button type="submit" variant="secondary" size="md" busyText={isSubmitting ? 'Changing' : undefined}>
        Change password
      </Button>
    </form>
  );
}
