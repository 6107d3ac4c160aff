import { normalizeEmail } from '../src/modules/auth/normalizeEmail';
import { findSecurityEvents } from '../src/modules/auth/securityEventsRepository';
import type { OperatorContext } from './OperatorContext';
import { printableJson, printTable } from './printTable';

const NETWORK_SHOWN = 10;

/**
 * `users events`: logins, failures, resets and changes of one account or of all, newest first. Networks are shown as
 * hashes: enough to see that two are the same.
 */
export const listSecurityEvents = async (
  { database, print }: OperatorContext,
  question: { readonly email: string | null; readonly limit: number },
  { json }: { readonly json: boolean },
): Promise<void> => {
  const email = question.email === null ? null : normalizeEmail(question.email);
  const events = await findSecurityEvents(database, email, question.limit);
  if (json)
    return print(printableJson(events.map(({ createdAt, ...event }) => ({ at: createdAt.toISOString(), ...event }))));
  if (events.length === 0) return print('No events.');
  printTable(
    ['AT', 'EVENT', 'TIMES', 'ACCOUNT', 'DEVICE', 'NETWORK'],
    events.map(({ createdAt, kind, times, email: account, detail, network }) => [
      createdAt.toISOString().slice(0, 16).replace('T', ' '),
      kind,
      String(times),
      account ?? '(no account)',
      detail,
      network?.slice(0, NETWORK_SHOWN) ?? '',
    ]),
    print,
  );
};
