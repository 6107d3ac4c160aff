import { findAccountByEmail } from '../src/modules/auth/accountsRepository';
import { findLocks } from '../src/modules/auth/locks';
import { normalizeEmail } from '../src/modules/auth/normalizeEmail';
import { unlockCustomer } from '../src/modules/customers/changeCustomer';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';
import { sanitize } from './printTable';

/** `users unlock EMAIL`. */
export const unlockUser = async (
  context: OperatorContext,
  emailText: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<void> => {
  const { database, clock, actor, print } = context;
  const email = normalizeEmail(emailText);
  const account = await findAccountByEmail(database, email);
  if (!account) throw new OperatorError('unknown', `No account has the address ${sanitize(email)}.`);
  const now = clock.now();
  const { passwords, codes } = await findLocks(context, database, email, now);
  if (!passwords && !codes) return print(`${sanitize(email)} was not locked.`);
  if (dryRun) return print(`Dry run, nothing is written: ${sanitize(email)} could try again.`);
  await database.transaction((connection) => unlockCustomer(context, connection, account.id, { actor, now }));
  print(`${sanitize(email)} can try again.`);
};
