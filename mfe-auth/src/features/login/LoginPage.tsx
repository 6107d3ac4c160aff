import { Tabs } from '@shop/shared/design-system/Tabs';
import { paths } from '@shop/shared/navigation';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useLocation, useSearchParams } from 'react-router-dom';
import { AuthCard } from '../../parts/AuthCard';
import { AuthLink } from '../../parts/AuthLink';
import { useLeaveWhenSignedIn } from '../../parts/useLeaveWhenSignedIn';
import { useNextPath } from '../../parts/useNextPath';
import { GoogleButton } from './GoogleButton';
import { googleNotice } from './googleNotices';
import type { LoginForm, LoginMode } from './LoginForm';
import styles from './LoginPage.module.css';
import { OtpLogin } from './OtpLogin';
import { PasswordLogin } from './PasswordLogin';

const MODES = [
  { id: 'password', label: 'Password' },
  { id: 'otp', label: 'OTP' },
] as const;

/** product.md 8.3: Google, password or code. Switching keeps what was typed. */
export function LoginPage() {
  const [mode, setMode] = useState<LoginMode>('password');
  const [params] = useSearchParams();
  const { search } = useLocation();
  const form = useForm<LoginForm>({ mode: 'onTouched', defaultValues: { email: '', password: '', remember: false } });
  useLeaveWhenSignedIn(useNextPath());

  const notice = googleNotice(params.get('google'));
  const otherMode = mode === 'password' ? 'otp' : 'password';
  const changeMode = (next: LoginMode): void => {
    form.clearErrors();
    setMode(next);
  };

  return (
    <AuthCard
      title="Log in"
      lead={
        <>
          New here? <AuthLink to={paths.register + search}>Create an account</AuthLink>
        </>
      }
    >
      <FormProvider {...form}>
        <div>
          <Tabs
            even
            look="pill"
            label="Sign-in method"
            tabs={MODES}
            selected={mode}
            onSelect={(id) => changeMode(id === 'otp' ? 'otp' : 'password')}
            renderPanel={() => (mode === 'password' ? <PasswordLogin notice={notice} /> : <OtpLogin notice={notice} />)}
          />
          <button type="button" className={styles.toggle} onClick={() => changeMode(otherMode)}>
            {mode === 'password' ? 'Email me a code instead' : 'Log in with password instead'}
          </button>
        </div>
      </FormProvider>
      <p className={styles.or}>or</p>
      <GoogleButton remember={form.watch('remember')} />
    </AuthCard>
  );
}
