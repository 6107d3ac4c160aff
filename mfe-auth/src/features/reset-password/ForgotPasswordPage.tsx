import { EMAIL_MAX_LENGTH } from '@shop/shared/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { Field } from '@shop/shared/design-system/Field';
import { paths } from '@shop/shared/navigation';
import { forgotPassword, selectAuth, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { AuthCard } from '../../parts/AuthCard';
import { AuthForm } from '../../parts/AuthForm';
import { AuthLink } from '../../parts/AuthLink';
import { toCodeState, type CodeState } from '../../parts/CodeState';
import { isSignInEmail } from '../../parts/rules';

export function ForgotPasswordPage() {
  const { loading } = useAppSelector(selectAuth);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({ mode: 'onTouched', defaultValues: { email: '' } });

  const sendCode = handleSubmit(async (values) => {
    const email = values.email.trim();
    const sent = await dispatch(forgotPassword({ email }));
    if (!forgotPassword.fulfilled.match(sent)) return;
    const state: CodeState = { email, ...toCodeState(sent.payload) };
    await navigate(paths.verifyResetOtp, { state });
  });

  return (
    <AuthCard
      title="Forgot password"
      lead="Enter the email address of your account. We send you a 6-character code to choose a new password."
    >
      <AuthForm label="Forgot password" onSubmit={(event) => void sendCode(event)}>
        <Field
          label="Email"
          required
          type="email"
          autoComplete="username"
          maxLength={EMAIL_MAX_LENGTH}
          error={errors.email?.message}
          {...register('email', { validate: isSignInEmail })}
        />
        <Button type="submit" block busyText={loading ? 'Sending' : undefined}>
          Send code
        </Button>
      </AuthForm>
      <p>
        <AuthLink to={paths.login}>Back to log in</AuthLink>
      </p>
    </AuthCard>
  );
}
