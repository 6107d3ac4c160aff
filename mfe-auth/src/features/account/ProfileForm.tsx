import { Button } from '@shop/shared/design-system/Button';
import { showServerErrors } from '@shop/shared/forms/showServerErrors';
import { notify, selectUser, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { NameField } from '../../parts/NameField';
import { PhoneField } from '../../parts/PhoneField';
import { AccountForm } from './AccountForm';
import { profileSaved } from './accountSlice';

const FIELDS = ['name', 'phone'] as const;

export function ProfileForm() {
  const user = useAppSelector(selectUser);
  const dispatch = useAppDispatch();
  const [error, setFailure] = useState<string>();
  const form = useForm({ mode: 'onTouched', defaultValues: { name: user?.name ?? '', phone: user?.phone ?? '' } });

  const save = form.handleSubmit(async ({ name, phone }) => {
    setFailure(undefined);
    const saved = await dispatch(profileSaved({ name: name.trim(), phone: phone.trim() }));
    if (profileSaved.fulfilled.match(saved)) {
      dispatch(notify('Your account is saved.'));
      return;
    }
    setFailure(saved.payload);
    showServerErrors(form.setError, FIELDS, saved.meta);
  });

  return (
    <FormProvider {...form}>
      <AccountForm
        label="Profile"
        error={error}
        onSubmit={save}
        actions={
          <Button type="submit" size="md" busyText={form.formState.isSubmitting ? 'Saving' : undefined}>
            Save
          </Button>
        }
      >
        <NameField />
        <PhoneField />
      </AccountForm>
    </FormProvider>
  );
}
