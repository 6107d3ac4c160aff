import { Button } from '@shop/shared/design-system/Button';
import { paths } from '@shop/shared/navigation';
import { forgotPassword, selectAuth, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { AuthCard } from '../../parts/AuthCard';
import { AuthForm } from '../../parts/AuthForm';
import { AuthLink } from '../../parts/AuthLink';
import { toCodeState, type CodeState } from '../../parts/CodeState';
import { EmailField } from '../../parts/EmailField';

export function ForgotPasswordPage() {
  const { loading } = useAppSelector(selectAuth);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const form = useForm({ mode: 'onTouched', defaultValues: { email: '' } });

  const sendCode = form.handleSubmit(async (values) => {
    const email = values.email.trim();
    const sent = await dispatch(forgotPassword({ email }));
    if (!forgotPassword.fulfilled.match(sent)) return;
    const state: CodeState = { email, ...toCodeState(sent.payload) };
    await navigate(paths.verifyResetOtp, { state });
  });

  return (
    <AuthCard
      title="Forgot password"
      lead="Enter your account’s email address. We’ll send you a 6-character code to choose a new password."
    >
      <AuthForm label="Forgot password" onSubmit={(event) => void sendCode(event)}>
        <FormProvider {...form}>
          <EmailField autoComplete="username" />
        </FormProvider>
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
