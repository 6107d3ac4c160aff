import { findAccountByEmail, findAccountCreatedAt } from '../src/modules/auth/accountsRepository';
import { findLocks, type SignInLocks } from '../src/modules/auth/locks';
import { normalizeEmail } from '../src/modules/auth/normalizeEmail';
import { getIdleCutoff } from '../src/modules/auth/sessions';
import { findSessions } from '../src/modules/auth/sessionsRepository';
import { findOrders } from '../src/modules/orders/ordersRepository';
import { countAddresses } from '../src/modules/profile/addressesRepository';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';
import { sanitize, formatJson } from './printTable';

const describeLocks = ({ passwords, codes }: SignInLocks): string[] => [
  ...(passwords
    ? [`passwords from new devices until ${passwords.until.toISOString()}, after ${passwords.failures} wrong ones`]
    : []),
  ...(codes ? [`codes for today, after ${codes.tries} of them`] : []),
];

/** `users show EMAIL`: prints an account for support, without secrets. */
export const showUser = async (
  context: OperatorContext,
  emailText: string,
  { json }: { readonly json: boolean },
): Promise<void> => {
  const { database, clock, print } = context;
  const email = normalizeEmail(emailText);
  const account = await findAccountByEmail(database, email);
  if (!account)
    throw new OperatorError(
      'unknown',
      `No account has the address ${sanitize(email)}; "orders list --email" finds the orders of guests.`,
    );
  const now = clock.now();
  const orders = await findOrders(database, account.id, 1);
  const user = {
    name: account.name,
    email: account.email,
    phone: account.phone,
    since: (await findAccountCreatedAt(database, account.id))?.toISOString() ?? '',
    signs_in_with: [...(account.passwordHash === null ? [] : ['password']), ...(account.hasGoogle ? ['google'] : [])],
    sessions: (await findSessions(database, account.id, now, getIdleCutoff(now))).length,
    addresses: await countAddresses(database, account.id),
    orders: orders.total,
    newest_orders: orders.items.map(({ number, status, created_at, total }) => ({ number, status, created_at, total })),
    locks: describeLocks(await findLocks(context, database, email, now)),
  };
  if (json) return print(formatJson(user));
  const lines: readonly (readonly [string, string])[] = [
    ['Name', user.name],
    ['Email', user.email],
    ['Phone', user.phone || '-'],
    ['Since', user.since],
    ['Signs in with', user.signs_in_with.join(' and ')],
    ['Sessions', String(user.sessions)],
    ['Addresses', String(user.addresses)],
    ['Locked', user.locks.join('; ') || 'no'],
    ['Orders', String(user.orders)],
  ];
  for (const [name, value] of lines) print(`${name.padEnd(15)}${sanitize(value)}`);
  for (const { number, status, created_at, total } of user.newest_orders)
    print(`  ${number}  ${created_at.slice(0, 10)}  ${total.toFixed(2)}  ${status}`);
};
