import {
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PHONE_MAX_LENGTH,
} from '@shop/shared/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { Field } from '@shop/shared/design-system/Field';
import { PasswordField } from '@shop/shared/design-system/PasswordField';
import { isName, isNewPassword, isPhoneOrNone, isSamePassword, NEW_PASSWORD_HINT } from '@shop/shared/forms/rules';
import { showServerErrors } from '@shop/shared/forms/showServerErrors';
import { paths } from '@shop/shared/navigation';
import { registerUser, selectAuth, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { AuthCard } from '../../parts/AuthCard';
import { AuthForm } from '../../parts/AuthForm';
import { AuthLink } from '../../parts/AuthLink';
import { toCodeState, type CodeState } from '../../parts/CodeState';
import { isSignInEmail } from '../../parts/rules';
import { useLeaveWhenSignedIn } from '../../parts/useLeaveWhenSignedIn';
import { useNextPath } from '../../parts/useNextPath';

interface RegisterForm {
  name: string;
  email: string;
  phone: string;
  password: string;
  confirmPassword: string;
}

const FIELDS = [
  'name',
  'email',
  'phone',
  'password',
  'confirmPassword',
] as const satisfies readonly (keyof RegisterForm)[];

/** product.md 8.6: registering does not sign in; entering the mailed code does. */
export function RegisterPage() {
  const { search } = useLocation();
  const { loading } = useAppSelector(selectAuth);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const next = useNextPath();
  useLeaveWhenSignedIn(next);
  const {
    register,
    handleSubmit,
    trigger,
    setError,
    formState: { errors },
  } = useForm<RegisterForm>({
    mode: 'onTouched',
    defaultValues: { name: '', email: '', phone: '', password: '', confirmPassword: '' },
  });

  const createAccount = handleSubmit(async ({ name, email, phone, ...passwords }) => {
    const answer = await dispatch(
      registerUser({ name: name.trim(), email: email.trim(), phone: phone.trim(), ...passwords }),
    );
    if (!registerUser.fulfilled.match(answer)) {
      showServerErrors(setError, FIELDS, answer.meta);
      return;
    }
    const state: CodeState = { email: email.trim(), ...toCodeState(answer.payload), next };
    await navigate(paths.verifyOtp, { state });
  });

  return (
    <AuthCard
      title="Create an account"
      lead={
        <>
          Already registered? <AuthLink to={paths.login + search}>Log in</AuthLink>
        </>
      }
    >
      <AuthForm label="Create an account" onSubmit={(event) => void createAccount(event)}>
        <Field
          label="Name"
          required
          autoComplete="name"
          maxLength={NAME_MAX_LENGTH}
          error={errors.name?.message}
          {...register('name', { validate: isName })}
        />
        <Field
          label="Email"
          required
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX_LENGTH}
          error={errors.email?.message}
          {...register('email', { validate: isSignInEmail })}
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
        <PasswordField
          label="Password"
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
          label="Confirm password"
          required
          autoComplete="new-password"
          maxLength={PASSWORD_MAX_LENGTH}
          error={errors.confirmPassword?.message}
          {...register('confirmPassword', { validate: isSamePassword })}
        />
        <Button type="submit" block busyText={loading ? 'Creating your account' : undefined}>
          Create account
        </Button>
      </AuthForm>
    </AuthCard>
  );
}
