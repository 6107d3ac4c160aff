import { endCustomerSession, endCustomerSessions, type StaffCustomer } from '@shop/contracts';
import { LogOut } from 'lucide-react';
import { use, useState } from 'react';
import { ToastContext } from '../frame/Toasts';
import { useMay } from '../orders/order/useOrder';
import { Button } from '../parts/Button';
import { formatInstant, formatWhen } from '../parts/formatWhen';
import { Panel } from '../parts/Panel';
import { useCall } from '../useApi';
import type { Settle } from './useCustomer';
import styles from './CustomerPage.module.css';

interface SessionsPanelProps {
  readonly customer: StaffCustomer;
  readonly settle: Settle;
}

const ALL = 'all';

/** Where a customer is signed in. */
export function SessionsPanel({ customer: { id, sessions }, settle }: SessionsPanelProps) {
  const mayWrite = useMay('customers.write');
  const [ending, setEnding] = useState<string>();
  const call = useCall();
  const toast = use(ToastContext);
  const end = async (session: string): Promise<void> => {
    setEnding(session);
    const failure = settle(
      session === ALL
        ? await call(endCustomerSessions, { params: { id } })
        : await call(endCustomerSession, { params: { id, session } }),
    );
    setEnding(undefined);
    if (failure) toast({ text: failure.message, isError: true });
  };
  return (
    <Panel
      title="Sign-ins"
      action={
        mayWrite &&
        sessions.length > 0 && (
          <Button tone="quiet" icon={LogOut} busy={ending === ALL && 'Ending'} onClick={() => void end(ALL)}>
            End all sessions
          </Button>
        )
      }
    >
      {sessions.length === 0 && <p className={styles.muted}>The customer is signed in nowhere.</p>}
      <ul className={styles.sessions}>
        {sessions.map(({ id: session, device, last_seen_at: at }) => (
          <li key={session}>
            <span>
              <b>{device}</b>
              <small>
                Last seen{' '}
                <time dateTime={at} title={formatInstant(at)}>
                  {formatWhen(at)}
                </time>
              </small>
            </span>
            {mayWrite && (
              <Button
                tone="quiet"
                aria-label={`End the session on ${device}`}
                busy={ending === session && 'Ending'}
                onClick={() => void end(session)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
