import { EMAIL_MAX_LENGTH } from '@shop/contracts/constants';
import { Field } from '@shop/shared/design-system/Field';
import { useFormContext } from 'react-hook-form';
import { isSignInEmail } from './rules';

interface EmailFieldProps {
  readonly label?: string;
  /** 'username' where a password of the account follows, now or on the next screen. */
  readonly autoComplete?: 'email' | 'username';
  readonly hint?: string;
}

/** The field `email` of its form. */
export function EmailField({ label = 'Email', autoComplete = 'email', hint }: EmailFieldProps) {
  const {
    register,
    formState: { errors },
  } = useFormContext<{ email: string }>();
  return (
    <Field
      label={label}
      required
      type="email"
      autoComplete={autoComplete}
      maxLength={EMAIL_MAX_LENGTH}
      hint={hint}
      error={errors.email?.message}
      {...register('email', { validate: isSignInEmail })}
    />
  );
}
