import type { HistoryKind } from '@shop/contracts';
import { formatMinute } from '@shop/shared/format';
import { paths } from '@shop/shared/navigation';
import { selectProfile, useAppSelector } from '@shop/shared/state';
import { AuthLink } from '../../parts/AuthLink';
import styles from './Activity.module.css';

const TEXTS: Readonly<Record<HistoryKind, string>> = {
  registered: 'Account created',
  'signed-in': 'Logged in',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset with a code',
  'email-changed': 'Email address changed',
  'google-connected': 'Google connected',
  'google-disconnected': 'Google disconnected',
  'logged-out-everywhere': 'Logged out everywhere',
  'sign-in-failed': 'Failed login',
  'code-failed': 'Wrong code entered',
  'reset-requested': 'Code to reset the password sent',
  'order-placed': 'Order placed',
  'order-canceled': 'Order canceled',
};
const ORDER_KINDS: ReadonlySet<HistoryKind> = new Set(['order-placed', 'order-canceled']);

/** Security events of the account, newest first, so that the customer can spot someone else's access. */
export function Activity() {
  const { history } = useAppSelector(selectProfile);
  return (
    <ul className={styles.activity}>
      {history.map(({ id, kind, detail, times, created_at: at }) => (
        <li key={id}>
          <span>
            {TEXTS[kind]}
            {times > 1 && ` (${times} times)`}
            {detail !== '' && ': '}
            {ORDER_KINDS.has(kind) ? <AuthLink to={paths.order(detail)}>{detail}</AuthLink> : detail}
          </span>
          <time dateTime={at}>{formatMinute(at)}</time>
        </li>
      ))}
    </ul>
  );
}
