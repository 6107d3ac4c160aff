import { PHONE_MAX_LENGTH } from '@shop/contracts/constants';
import { Field } from '@shop/shared/design-system/Field';
import { isPhoneOrNone } from '@shop/shared/forms/rules';
import { useFormContext } from 'react-hook-form';

/** The field `phone` of its form, which may be empty. */
export function PhoneField() {
  const {
    register,
    formState: { errors },
  } = useFormContext<{ phone: string }>();
  return (
    <Field
      label="Phone"
      optional
      type="tel"
      autoComplete="tel"
      maxLength={PHONE_MAX_LENGTH}
      error={errors.phone?.message}
      {...register('phone', { validate: isPhoneOrNone })}
    />
  );
}
