import { NAME_MAX_LENGTH, PHONE_MAX_LENGTH } from '@shop/shared/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { Field } from '@shop/shared/design-system/Field';
import { Note } from '@shop/shared/design-system/Note';
import { isName, isPhoneOrNone } from '@shop/shared/forms/rules';
import { showServerErrors } from '@shop/shared/forms/showServerErrors';
import { notify, selectUser, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { profileSaved } from './accountSlice';

const FIELDS = ['name', 'phone'] as const;

export function ProfileForm() {
  const user = useAppSelector(selectUser);
  const dispatch = useAppDispatch();
  const [error, setFailure] = useState<string>();
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm({ mode: 'onTouched', defaultValues: { name: user?.name ?? '', phone: user?.phone ?? '' } });

  const save = handleSubmit(async ({ name, phone }) => {
    setFailure(undefined);
    const saved = await dispatch(profileSaved({ name: name.trim(), phone: phone.trim() }));
    if (profileSaved.fulfilled.match(saved)) {
      dispatch(notify('Your account is saved.'));
      return;
    }
    setFailure(saved.payload);
    showServerErrors(setError, FIELDS, saved.meta);
  });

  return (
    <form method="post" noValidate onSubmit={(event) => void save(event)} aria-label="Profile">
      <Field
        label="Name"
        required
        autoComplete="name"
        maxLength={NAME_MAX_LENGTH}
        error={errors.name?.message}
        {...register('name', { validate: isName })}
      />
      <Field
        label="Phone"
        optional
        type="tel"
        autoComplete="tel"
        maxLength={PHONE_MAX_LENGTH}
        error={errors.phone?.message}
        {...register('phone', { validate: isPhoneOrNone })}
      />
      {error !== undefined && <Note tone="error">{error}</Note>}
      <Button type="submit" size="md" busyText={isSubmitting ? 'Saving' : undefined}>
        Save
      </Button>
    </form>
  );
}
