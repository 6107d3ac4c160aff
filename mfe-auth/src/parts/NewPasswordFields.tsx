import { PASSWORD_MAX_LENGTH } from '@shop/contracts/constants';
import { PasswordField } from '@shop/shared/design-system/PasswordField';
import { isNewPassword, isSamePassword, NEW_PASSWORD_HINT } from '@shop/shared/forms/rules';
import { useFormContext } from 'react-hook-form';

interface NewPasswordFieldsProps {
  readonly label?: string;
  readonly confirmLabel?: string;
}

/** The fields `password` and `confirmPassword` of their form (product.md 8.7). */
export function NewPasswordFields({ label = 'Password', confirmLabel = 'Confirm password' }: NewPasswordFieldsProps) {
  const {
    register,
    trigger,
    formState: { errors },
  } = useFormContext<{ password: string; confirmPassword: string }>();
  return (
    <>
      <PasswordField
        label={label}
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
        label={confirmLabel}
        required
        autoComplete="new-password"
        maxLength={PASSWORD_MAX_LENGTH}
        error={errors.confirmPassword?.message}
        {...register('confirmPassword', { validate: isSamePassword })}
      />
    </>
  );
}
