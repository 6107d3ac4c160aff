import { Button } from '@shop/shared/design-system/Button';
import { paths } from '@shop/shared/navigation';
import { notify, resetPassword, selectAuth, sessionEnded, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { AuthCard } from '../../parts/AuthCard';
import { AuthForm } from '../../parts/AuthForm';
import { AuthLink } from '../../parts/AuthLink';
import { readCodeState } from '../../parts/CodeState';
import { NewPasswordFields } from '../../parts/NewPasswordFields';
import { useHydrated } from '../../parts/useHydrated';

const EMAIL_NOT_FOUND = 'Email not found. Please try the reset process again.'; // product.md 8.10

/** Sets a new password. The grant is a cookie that was set when the code was verified (security.md 1.1). */
export function ResetPasswordPage() {
  const location = useLocation();
  const hydrated = useHydrated();
  const { loading, isAuthenticated } = useAppSelector(selectAuth);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const notified = useRef(false);
  const email = hydrated ? readCodeState(location.state).email : undefined;
  const isMissing = hydrated && email === undefined;
  const form = useForm({ mode: 'onTouched', defaultValues: { password: '', confirmPassword: '' } });

  useEffect(() => {
    if (!isMissing || notified.current) return;
    notified.current = true; // Only once, even when Strict Mode runs effects twice.
    dispatch(notify(EMAIL_NOT_FOUND, 'alert'));
    void navigate(paths.forgotPassword, { replace: true });
  }, [isMissing, dispatch, navigate]);

  const reset = form.handleSubmit(async ({ password }) => {
    if (email === undefined) return;
    const answer = await dispatch(resetPassword({ email, password }));
    if (!resetPassword.fulfilled.match(answer)) return;
    if (isAuthenticated) dispatch(sessionEnded()); // The reset ended every session of the account.
    dispatch(notify(answer.payload.message || 'Your password has been changed'));
    await navigate(paths.login, { replace: true });
  });

  return (
    <AuthCard
      title="New password"
      lead={email === undefined ? undefined : <>For {<strong>{email}</strong>}. Your other devices are logged out.</>}
    >
      <AuthForm label="New password" onSubmit={(event) => void reset(event)}>
        {/* Tells the password manager which account this password belongs to. */}
        <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
        <FormProvider {...form}>
          <NewPasswordFields />
        </FormProvider>
        <Button type="submit" block busyText={loading ? 'Saving' : undefined}>
          Set new password
        </Button>
      </AuthForm>
      <p>
        <AuthLink to={paths.forgotPassword}>Start again</AuthLink>
      </p>
    </AuthCard>
  );
}
