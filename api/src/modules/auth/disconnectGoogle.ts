import type {
  disconnectGoogle as disconnectGoogleEndpoint,
  getMe,
  RequestOf,
  ResponseOf,
} from '@shop/shared/contracts';
import { ShopError } from '../../http/ShopError';
import { insertMail } from '../mail/mailsRepository';
import { deleteIdentity, insertEvent } from './accountsRepository';
import { writeGoogleDisconnectedMail } from './authMails';
import type { AuthWorld } from './AuthWorld';
import { answerMe, lockForChange, ownerLane, requireAccount, requireCurrentPassword } from './changeAccount';
import { deriveCsrfToken, type Visitor } from './sessions';
import type { RequestContext } from './signIn';

/**
 * Takes Google away from the account as a way to log in, and tells its owner. @throws {ShopError}
 * GOOGLE_IS_THE_ONLY_WAY.
 */
export const disconnectGoogle = async (
  world: AuthWorld,
  exchange: RequestContext,
  visitor: Visitor,
  { current_password }: RequestOf<typeof disconnectGoogleEndpoint>['body'],
): Promise<ResponseOf<typeof getMe>> => {
  const account = await requireAccount(world, visitor);
  if (account.passwordHash === null) throw new ShopError('GOOGLE_IS_THE_ONLY_WAY');
  await world.hasher.admit(ownerLane(world, exchange, account), (hashing) =>
    requireCurrentPassword(world, hashing, exchange, visitor, account, current_password),
  );
  await world.database.transaction(async (connection) => {
    const now = world.clock.now();
    await lockForChange(connection, visitor, account);
    if (!(await deleteIdentity(connection, 'google', account.id))) return; // it was disconnected already
    await insertEvent(connection, account.id, 'google-disconnected', '', now);
    await insertMail(connection, writeGoogleDisconnectedMail(account.email), now);
  });
  return answerMe({ ...account, hasGoogle: false }, deriveCsrfToken(world, visitor.secret), 'Google is disconnected.');
};
