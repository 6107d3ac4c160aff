import { NAME_MAX_LENGTH } from '@shop/contracts/constants';
import { Field } from '@shop/shared/design-system/Field';
import { isName } from '@shop/shared/forms/rules';
import { useFormContext } from 'react-hook-form';

/** The field `name` of its form. */
export function NameField() {
  const {
    register,
    formState: { errors },
  } = useFormContext<{ name: string }>();
  return (
    <Field
      label="Name"
      required
      autoComplete="name"
      maxLength={NAME_MAX_LENGTH}
      error={errors.name?.message}
      {...register('name', { validate: isName })}
    />
  );
}
