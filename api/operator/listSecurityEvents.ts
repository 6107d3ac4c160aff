import { normalizeEmail } from '../src/modules/auth/normalizeEmail';
import { findSecurityEvents } from '../src/modules/auth/securityEventsRepository';
import type { OperatorContext } from './OperatorContext';
import { formatJson, printTable } from './printTable';

const NETWORK_HASH_LENGTH = 10;

/**
 * `users events`: prints logins, failures, resets and changes of one account or of all, newest first. Networks are
 * shown as hashes, which suffice to compare them.
 */
export const listSecurityEvents = async (
  { database, print }: OperatorContext,
  filter: { readonly email: string | null; readonly limit: number },
  { json }: { readonly json: boolean },
): Promise<void> => {
  const email = filter.email === null ? null : normalizeEmail(filter.email);
  const events = await findSecurityEvents(database, email, filter.limit);
  if (json)
    return print(formatJson(events.map(({ createdAt, ...event }) => ({ at: createdAt.toISOString(), ...event }))));
  if (events.length === 0) return print('No events.');
  printTable(
    ['AT', 'EVENT', 'TIMES', 'ACCOUNT', 'DEVICE', 'NETWORK'],
    events.map(({ createdAt, kind, times, email: account, detail, network }) => [
      createdAt.toISOString().slice(0, 16).replace('T', ' '),
      kind,
      String(times),
      account ?? '(no account)',
      detail,
      network?.slice(0, NETWORK_HASH_LENGTH) ?? '',
    ]),
    print,
  );
};
