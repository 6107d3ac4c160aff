import { Button } from '@shop/shared/design-system/Button';
import { Checkbox } from '@shop/shared/design-system/Checkbox';
import { isPassword } from '@shop/shared/forms/rules';
import { paths } from '@shop/shared/navigation';
import { loginUser, selectAuth, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useFormContext } from 'react-hook-form';
import { AuthForm } from '../../parts/AuthForm';
import { AuthLink } from '../../parts/AuthLink';
import { EmailField } from '../../parts/EmailField';
import { ExistingPasswordField } from '../../parts/ExistingPasswordField';
import type { LoginForm } from './LoginForm';
import styles from './LoginPage.module.css';

/** Logs in with a password; useLeaveWhenSignedIn then navigates on (product.md 8.3). */
export function PasswordLogin({ notice }: { readonly notice: string | undefined }) {
  const { register, handleSubmit } = useFormContext<LoginForm>();
  const { loading } = useAppSelector(selectAuth);
  const dispatch = useAppDispatch();

  const logIn = handleSubmit(async ({ email, password, remember }) => {
    await dispatch(loginUser({ email: email.trim(), password, ...(remember ? { remember } : {}) }));
  });

  return (
    <AuthForm label="Log in with your password" onSubmit={(event) => void logIn(event)} notice={notice}>
      <EmailField autoComplete="username" />
      <ExistingPasswordField name="password" label="Password" rule={isPassword()} />
      <div className={styles.row}>
        <Checkbox label="Remember me" {...register('remember')} />
        <AuthLink to={paths.forgotPassword}>Forgot password?</AuthLink>
      </div>
      <Button type="submit" block busyText={loading ? 'Logging in' : undefined}>
        Log in
      </Button>
    </AuthForm>
  );
}
