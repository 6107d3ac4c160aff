import { endMySession, endStaffSession, listMySessions, listStaffSessions, type StaffSession } from '@shop/contracts';
import { use } from 'react';
import { ToastContext } from '../frame/Toasts';
import { Button } from '../parts/Button';
import { formatWhen } from '../parts/formatWhen';
import { FailedState, LoadingRows } from '../parts/States';
import { useCall, useLoaded } from '../useApi';
import styles from './Sessions.module.css';

interface SessionListProps {
  readonly sessions: readonly StaffSession[];
  readonly onEnd: (session: StaffSession) => void;
}

function SessionList({ sessions, onEnd }: SessionListProps) {
  if (sessions.length === 0) return <p>Nobody is signed in.</p>;
  return (
    <ul className={styles.sessions}>
      {sessions.map((session) => (
        <li key={session.id}>
          <span>
            <b>{session.device}</b> {session.current && '(this one)'}
            <small>
              From {session.network}, signed in {formatWhen(session.created_at)}, last seen{' '}
              {formatWhen(session.last_seen_at)}
            </small>
          </span>
          <Button tone="quiet" onClick={() => onEnd(session)} aria-label={`End the session on ${session.device}`}>
            End
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Sessions of somebody on the staff. */
export function Sessions({ staffId, onEnded }: { readonly staffId: string; readonly onEnded: () => void }) {
  const { value, failure, reload } = useLoaded(listStaffSessions, { params: { id: staffId } }, staffId);
  const call = useCall();
  const toast = use(ToastContext);
  const end = async ({ id }: StaffSession): Promise<void> => {
    const result = await call(endStaffSession, { params: { id: staffId, session: id } });
    toast(result.ok ? { text: result.value.message } : { text: result.failure.message, isError: true });
    reload();
    onEnded();
  };
  if (failure) return <FailedState failure={failure} onRetry={reload} />;
  return value ? (
    <SessionList sessions={value.data} onEnd={(session) => void end(session)} />
  ) : (
    <LoadingRows count={2} />
  );
}

/** One's own sessions. */
export function MySessions() {
  const { value, failure, reload } = useLoaded(listMySessions, {}, '');
  const call = useCall();
  const toast = use(ToastContext);
  const end = async ({ id }: StaffSession): Promise<void> => {
    const result = await call(endMySession, { params: { session: id } });
    toast(result.ok ? { text: result.value.message } : { text: result.failure.message, isError: true });
    reload();
  };
  if (failure) return <FailedState failure={failure} onRetry={reload} />;
  return value ? (
    <SessionList sessions={value.data} onEnd={(session) => void end(session)} />
  ) : (
    <LoadingRows count={2} />
  );
}
