import { PASSWORD_MAX_LENGTH } from '@shop/contracts/constants';
import { Button } from '@shop/shared/design-system/Button';
import { Icon } from '@shop/shared/design-system/Icon';
import { Note } from '@shop/shared/design-system/Note';
import { PasswordField } from '@shop/shared/design-system/PasswordField';
import { notify, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { isCurrentPassword } from '../../parts/rules';
import { selectGoogle } from '../../parts/signInOptionsSlice';
import styles from './AccountPage.module.css';
import { googleConnectStarted, googleDisconnected, selectAccount } from './accountSlice';

const EMPTY = { current_password: '' };

interface PasswordStepProps {
  readonly action: string;
  readonly busyText: string;
  /** Returns the failure, or undefined on success. */
  readonly onConfirm: (
    current_password: string,
  ) => Promise<{ readonly message: string; readonly field: string | undefined } | undefined>;
  readonly onCancel: () => void;
}

/** Requires the current password: an unattended session must not be enough to add or remove a way to log in. */
function PasswordStep({ action, busyText, onConfirm, onCancel }: PasswordStepProps) {
  const [error, setFailure] = useState<string>();
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm({ mode: 'onTouched', defaultValues: EMPTY });

  const confirm = handleSubmit(async ({ current_password }) => {
    setFailure(undefined);
    const refused = await onConfirm(current_password);
    if (!refused) return;
    setFailure(refused.message);
    if (refused.field !== undefined) setError('current_password', { message: refused.field }, { shouldFocus: true });
  });

  return (
    <form method="post" noValidate onSubmit={(event) => void confirm(event)} aria-label={action}>
      <PasswordField
        label="Current password"
        required
        autoFocus
        autoComplete="current-password"
        maxLength={PASSWORD_MAX_LENGTH}
        error={errors.current_password?.message}
        {...register('current_password', { validate: isCurrentPassword })}
      />
      {error !== undefined && <Note tone="error">{error}</Note>}
      <Button type="submit" variant="secondary" size="md" busyText={isSubmitting ? busyText : undefined}>
        {action}
      </Button>
      <Button variant="quiet" size="md" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}

/** Connects and disconnects Google; both require the current password. */
export function GoogleConnection() {
  const { ways } = useAppSelector(selectAccount);
  const isGoogleThere = useAppSelector(selectGoogle);
  const dispatch = useAppDispatch();
  const [isAsking, setAsking] = useState(false);
  const isConnected = ways?.google === true;

  const connect = async (current_password: string) => {
    const started = await dispatch(googleConnectStarted({ current_password }));
    if (googleConnectStarted.fulfilled.match(started)) {
      window.location.assign(started.payload);
      return undefined;
    }
    const field = started.meta.rejectedWithValue ? started.meta.fields['current_password'] : undefined;
    return { message: started.payload ?? 'Failed to connect Google', field };
  };
  const disconnect = async (current_password: string) => {
    const ended = await dispatch(googleDisconnected({ current_password }));
    if (googleDisconnected.fulfilled.match(ended)) {
      dispatch(notify(ended.payload));
      setAsking(false);
      return undefined;
    }
    const field = ended.meta.rejectedWithValue ? ended.meta.fields['current_password'] : undefined;
    return { message: ended.payload ?? 'Failed to disconnect Google', field };
  };

  if (!isConnected && isGoogleThere === false)
    return <p className={styles.absent}>Google sign-in is not set up for this shop.</p>;
  return (
    <>
      {isConnected && (
        <p className={styles.connected}>
          <Icon icon={CircleCheck} /> Connected
        </p>
      )}
      {ways?.password === false ? (
        <p>Google is your only way to log in. Set a password first to be able to disconnect it.</p>
      ) : isAsking ? (
        <PasswordStep
          key={isConnected ? 'disconnect' : 'connect'}
          action={isConnected ? 'Disconnect Google' : 'Connect Google'}
          busyText={isConnected ? 'Disconnecting' : 'Going to Google'}
          onConfirm={isConnected ? disconnect : connect}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <Button variant="secondary" size="md" onClick={() => setAsking(true)}>
          {isConnected ? 'Disconnect Google' : 'Connect Google'}
        </Button>
      )}
    </>
  );
}
