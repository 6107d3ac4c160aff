import { readText } from '../parts/readText';
import { signInWithCode, signInWithPasskey, startPasskeySignIn, type StaffMe } from '@shop/contracts';
import { toSafeReturnPath } from '@shop/contracts/toSafeReturnPath';
import { useAppDispatch } from '@shop/shared/state';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { meRead } from '../adminSlice';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { useCall } from '../useApi';
import { Door } from './Door';
import { provePasskey } from './passkeys';
import styles from './Door.module.css';

const HOME = '/admin';

/** Where somebody wanted to go, if that is inside. */
export const readNext = (params: URLSearchParams): string => {
  const next = toSafeReturnPath(params.get('next'), HOME);
  return next === HOME || next.startsWith(`${HOME}/`) ? next : HOME;
};

/** Signs staff in: with a passkey, or an e-mail and a code of an app. */
export function SignInPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const call = useCall();
  const [busy, setBusy] = useState<'passkey' | 'code'>();
  const [error, setError] = useState<string>();

  const enter = (me: StaffMe): void => {
    dispatch(meRead(me));
    void navigate(readNext(params), { replace: true });
  };
  const fail = (text: string): void => {
    setBusy(undefined);
    setError(text);
  };
  const enterByPasskey = async (): Promise<void> => {
    setBusy('passkey');
    setError(undefined);
    const started = await call(startPasskeySignIn, {});
    if (!started.ok) return fail(started.failure.message);
    const passkey = await provePasskey(started.value.options);
    if (!passkey) return fail('No passkey was used. Try again, or use a code of your app.');
    const result = await call(signInWithPasskey, { body: { passkey } });
    return result.ok ? enter(result.value.me) : fail(result.failure.message);
  };
  const enterByCode = async (form: FormData): Promise<void> => {
    setBusy('code');
    setError(undefined);
    const body = { email: readText(form, 'email'), code: readText(form, 'code') };
    const result = await call(signInWithCode, { body });
    return result.ok ? enter(result.value.me) : fail(result.failure.message);
  };

  return (
    <Door title="Sign in" text="For staff. Customers sign in at the shop.">
      <Button
        tone="primary"
        block
        icon={KeyRound}
        busy={busy === 'passkey' && 'Waiting for your passkey'}
        onClick={() => void enterByPasskey()}
      >
        Sign in with a passkey
      </Button>
      <p className={styles.or}>or with a code of your app</p>
      <form
        method="post"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void enterByCode(new FormData(event.currentTarget));
        }}
      >
        <Field label="E-mail" name="email" type="email" autoComplete="username" required />
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          inputMode="text"
          hint="Six digits, or one of your recovery codes."
          required
        />
        {error !== undefined && (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
        <Button type="submit" block busy={busy === 'code' && 'Signing in'}>
          Continue
        </Button>
      </form>
      <p className={styles.text}>Lost your way in? An owner invites you again, and you stay the same person.</p>
    </Door>
  );
}
