import { Button } from '@shop/shared/design-system/Button';
import { Checkbox } from '@shop/shared/design-system/Checkbox';
import { Field } from '@shop/shared/design-system/Field';
import { paths } from '@shop/shared/navigation';
import { forgotPassword, selectAuth, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { AuthForm } from '../../parts/AuthForm';
import { toCodeState, type CodeState } from '../../parts/CodeState';
import { isSignInEmail } from '../../parts/rules';
import { useNextPath } from '../../parts/useNextPath';
import type { LoginForm } from './LoginForm';

/** Requests a code with the forgot-password endpoint and navigates to the code form (product.md 8.5). */
export function OtpLogin({ notice }: { readonly notice: string | undefined }) {
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useFormContext<LoginForm>();
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
      <Field
        label="Email"
        required
        type="email"
        autoComplete="email"
        hint="We send a 6-character code to this address."
        error={errors.email?.message}
        {...register('email', { validate: isSignInEmail })}
      />
      <Checkbox label="Remember me" {...register('remember')} />
      <Button type="submit" block busyText={loading ? 'Sending' : undefined}>
        Send OTP
      </Button>
    </AuthForm>
  );
}
