import { Button } from '@shop/shared/design-system/Button';
import { Icon } from '@shop/shared/design-system/Icon';
import { notify, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { selectGoogle } from '../../parts/signInOptionsSlice';
import styles from './AccountPage.module.css';
import { googleConnectStarted, googleDisconnected, selectAccount } from './accountSlice';
import { PasswordStep } from './PasswordStep';

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
