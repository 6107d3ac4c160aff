import type { disconnectGoogle as disconnectGoogleEndpoint, getMe, RequestOf, ResponseOf } from '@shop/contracts';
import { ShopError } from '../../http/ShopError';
import { insertLetter } from '../mail/insertLetter';
import { deleteIdentity, insertEvent } from './accountsRepository';
import { readMailSender, writeGoogleDisconnectedMail } from './authMails';
import type { AppContext } from '../../AppContext';
import {
  buildMeResponse,
  lockForChange,
  buildOwnerCaller,
  requireAccount,
  requireCurrentPassword,
} from './changeAccount';
import { deriveCsrfToken } from './sessions';
import type { RequestContext } from '../../http/RequestContext';
import type { Session } from '../../http/Session';

/** Disconnects Google from the account and notifies its owner. @throws {ShopError} GOOGLE_IS_THE_ONLY_WAY. */
export const disconnectGoogle = async (
  context: AppContext,
  request: RequestContext,
  session: Session,
  { current_password }: RequestOf<typeof disconnectGoogleEndpoint>['body'],
): Promise<ResponseOf<typeof getMe>> => {
  const account = await requireAccount(context, session);
  if (account.passwordHash === null) throw new ShopError('GOOGLE_IS_THE_ONLY_WAY');
  await context.hasher.admit(buildOwnerCaller(context, request, account), (hashing) =>
    requireCurrentPassword(context, hashing, request, session, account, current_password),
  );
  await context.database.transaction(async (connection) => {
    const now = context.clock.now();
    await lockForChange(connection, session, account);
    if (!(await deleteIdentity(connection, 'google', account.id))) return; // it was disconnected already
    await insertEvent(connection, account.id, 'google-disconnected', '', now);
    await insertLetter(
      connection,
      writeGoogleDisconnectedMail(readMailSender(context, request.request), account.email),
      now,
    );
  });
  return buildMeResponse(
    { ...account, hasGoogle: false },
    deriveCsrfToken(context, session.secret),
    'Google is disconnected.',
  );
};
