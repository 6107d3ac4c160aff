import { PASSWORD_MAX_LENGTH } from '@shop/contracts/constants';
import { PasswordField } from '@shop/shared/design-system/PasswordField';
import type { isPassword } from '@shop/shared/forms/rules';
import { useFormContext } from 'react-hook-form';

interface ExistingPasswordFieldProps {
  readonly name: 'password' | 'current_password';
  readonly label: string;
  readonly rule: ReturnType<typeof isPassword>;
}

/** A field of its form for the password that the account has. */
export function ExistingPasswordField({ name, label, rule }: ExistingPasswordFieldProps) {
  const {
    register,
    formState: { errors },
  } = useFormContext<{ password: string; current_password: string }>();
  return (
    <PasswordField
      label={label}
      required
      autoComplete="current-password"
      maxLength={PASSWORD_MAX_LENGTH}
      error={errors[name]?.message}
      {...register(name, { validate: rule })}
    />
  );
}
