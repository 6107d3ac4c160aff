import { Monitor } from 'lucide-react';
import { Badge } from '@shop/shared/design-system/Badge';
import { Button } from '@shop/shared/design-system/Button';
import { Icon } from '@shop/shared/design-system/Icon';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { notify, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { deviceLoggedOut, loggedOutEverywhere, selectAccount } from './accountSlice';
import styles from './Sessions.module.css';
import type { Session } from '@shop/contracts';
import { formatMinute } from '@shop/shared/format';

/** The account's sessions, each with a button to end it. */
export function Sessions() {
  const { sessions } = useAppSelector(selectAccount);
  const dispatch = useAppDispatch();

  const end = async (session: Session): Promise<void> => {
    const answer = await dispatch(deviceLoggedOut(session));
    dispatch(
      deviceLoggedOut.fulfilled.match(answer)
        ? notify(`${session.device} is logged out.`)
        : notify(String(answer.payload ?? 'Failed to end the session'), 'alert'),
    );
  };

  const endAll = async (): Promise<void> => {
    const answer = await dispatch(loggedOutEverywhere());
    dispatch(
      loggedOutEverywhere.fulfilled.match(answer)
        ? notify(answer.payload)
        : notify(answer.payload ?? 'Failed to log out everywhere', 'alert'),
    );
  };

  if (!sessions) return <Skeleton />;
  return (
    <>
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <li key={session.id}>
            <Icon icon={Monitor} />
            <div className={styles.session}>
              <p className={styles.device}>
                {session.device} {session.current && <Badge tone="ok">This device</Badge>}
              </p>
              <p className={styles.seen}>
                Logged in {formatMinute(session.created_at)}, last used {formatMinute(session.last_seen_at)}
              </p>
            </div>
            <Button
              variant="quiet"
              size="md"
              onClick={() => void end(session)}
              aria-label={`Log out ${session.device}${session.current ? ', this device' : ''}`}
            >
              Log out
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="secondary" size="md" onClick={() => void endAll()}>
        Log out everywhere
      </Button>
    </>
  );
}
