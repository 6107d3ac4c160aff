import { Button } from '@shop/shared/design-system/Button';
import { showServerErrors } from '@shop/shared/forms/showServerErrors';
import { notify, useAppDispatch } from '@shop/shared/state';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { ExistingPasswordField } from '../../parts/ExistingPasswordField';
import { NewPasswordFields } from '../../parts/NewPasswordFields';
import { isCurrentPassword } from '../../parts/rules';
import { AccountForm } from './AccountForm';
import { passwordChanged } from './accountSlice';

const FIELDS = ['current_password', 'password'] as const;
const EMPTY = { current_password: '', password: '', confirmPassword: '' };

/** Requires the current password: an unattended session is not enough. */
export function PasswordForm() {
  const dispatch = useAppDispatch();
  const [error, setFailure] = useState<string>();
  const form = useForm({ mode: 'onTouched', defaultValues: EMPTY });

  const change = form.handleSubmit(async ({ current_password, password }) => {
    setFailure(undefined);
    const changed = await dispatch(passwordChanged({ current_password, password }));
    if (passwordChanged.fulfilled.match(changed)) {
      dispatch(notify(changed.payload));
      form.reset(EMPTY);
      return;
    }
    setFailure(changed.payload);
    showServerErrors(form.setError, FIELDS, changed.meta);
  });

  return (
    <FormProvider {...form}>
      <AccountForm
        label="Change password"
        error={error}
        onSubmit={change}
        actions={
          <Button
            type="submit"
            variant="secondary"
            size="md"
            busyText={form.formState.isSubmitting ? 'Changing' : undefined}
          >
            Change password
          </Button>
        }
      >
        <ExistingPasswordField name="current_password" label="Current password" rule={isCurrentPassword} />
        <NewPasswordFields label="New password" confirmLabel="Confirm new password" />
      </AccountForm>
    </FormProvider>
  );
}
