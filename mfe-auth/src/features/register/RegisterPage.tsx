import { Button } from '@shop/shared/design-system/Button';
import { showServerErrors } from '@shop/shared/forms/showServerErrors';
import { paths } from '@shop/shared/navigation';
import { registerUser, selectAuth, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { FormProvider, useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { AuthCard } from '../../parts/AuthCard';
import { AuthForm } from '../../parts/AuthForm';
import { AuthLink } from '../../parts/AuthLink';
import { toCodeState, type CodeState } from '../../parts/CodeState';
import { EmailField } from '../../parts/EmailField';
import { NameField } from '../../parts/NameField';
import { NewPasswordFields } from '../../parts/NewPasswordFields';
import { PhoneField } from '../../parts/PhoneField';
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
  const form = useForm<RegisterForm>({
    mode: 'onTouched',
    defaultValues: { name: '', email: '', phone: '', password: '', confirmPassword: '' },
  });

  const createAccount = form.handleSubmit(async ({ name, email, phone, ...passwords }) => {
    const answer = await dispatch(
      registerUser({ name: name.trim(), email: email.trim(), phone: phone.trim(), ...passwords }),
    );
    if (!registerUser.fulfilled.match(answer)) {
      showServerErrors(form.setError, FIELDS, answer.meta);
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
        <FormProvider {...form}>
          <NameField />
          <EmailField />
          <PhoneField />
          <NewPasswordFields />
        </FormProvider>
        <Button type="submit" block busyText={loading ? 'Creating your account' : undefined}>
          Create account
        </Button>
      </AuthForm>
    </AuthCard>
  );
}
