import { Button } from '@shop/shared/design-system/Button';
import { Checkbox } from '@shop/shared/design-system/Checkbox';
import { paths } from '@shop/shared/navigation';
import { forgotPassword, selectAuth, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { AuthForm } from '../../parts/AuthForm';
import { toCodeState, type CodeState } from '../../parts/CodeState';
import { EmailField } from '../../parts/EmailField';
import { useNextPath } from '../../parts/useNextPath';
import type { LoginForm } from './LoginForm';

/** Requests a code with the forgot-password endpoint and navigates to the code form (product.md 8.5). */
export function OtpLogin({ notice }: { readonly notice: string | undefined }) {
  const { register, handleSubmit } = useFormContext<LoginForm>();
  const { loading } = useAppSelector(selectAuth);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const next = useNextPath();

  const sendCode = handleSubmit(async (values) => {
    const email = values.email.trim();
    const sent = await dispatch(forgotPassword({ email, purpose: 'login' }));
    if (!forgotPassword.fulfilled.match(sent) || sent.payload.user_id === undefined) return;
    const state: CodeState = {
      email,
      ...toCodeState(sent.payload),
      isLoginOTP: true,
      remember: values.remember,
      next,
    };
    await navigate(paths.verifyResetOtp, { state });
  });

  return (
    <AuthForm label="Log in with a code" onSubmit={(event) => void sendCode(event)} notice={notice}>
      <EmailField hint="We’ll send a 6-character code to this address." />
      <Checkbox label="Remember me" {...register('remember')} />
      <Button type="submit" block busyText={loading ? 'Sending' : undefined}>
        Send OTP
      </Button>
    </AuthForm>
  );
}
