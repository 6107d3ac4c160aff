import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { clearCounter, readCount } from '../../limits/countersRepository';
import { clearAttempts, findAttempts } from './limitsRepository';
import { buildUnknownDeviceAttemptKey } from './signIn';
import { buildCodeAttemptsKey, MAX_ATTEMPTS_PER_DAY } from './verifyCode';

type KeyContext = { readonly config: Pick<AppContext['config'], 'authSecret'> };

/** What keeps a customer out on devices that are not known. */
export interface SignInLocks {
  readonly passwords: { readonly until: Date; readonly failures: number } | null;
  /** For a day. */
  readonly codes: { readonly tries: number } | null;
}

export const findLocks = async (
  context: KeyContext,
  connection: Queryable,
  email: string,
  now: Date,
): Promise<SignInLocks> => {
  const attempts = await findAttempts(connection, buildUnknownDeviceAttemptKey(context, email));
  const tries = await readCount(connection, buildCodeAttemptsKey(context, email), now);
  return {
    passwords:
      attempts && attempts.lockedUntil > now ? { until: attempts.lockedUntil, failures: attempts.failures } : null,
    codes: tries > MAX_ATTEMPTS_PER_DAY ? { tries } : null,
  };
};

/** Lets a customer try again. The limits of networks stay. */
export const clearLocks = async (context: KeyContext, connection: Queryable, email: string): Promise<void> => {
  await clearAttempts(connection, buildUnknownDeviceAttemptKey(context, email));
  await clearCounter(connection, buildCodeAttemptsKey(context, email));
};
