import { exportMyData, getMyErasure, startMyErasure, stopMyErasure, type ErasureState } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { HOUR_MS } from '../../clock';
import { readStorefront } from '../../http/readStorefront';
import type { RequestContext } from '../../http/RequestContext';
import { route } from '../../http/route';
import type { Session } from '../../http/Session';
import { requireWithinLimit } from '../../limits/requireWithinLimit';
import { buildOwnerCaller, lockForChange, requireAccount, requireCurrentPassword } from '../auth/changeAccount';
import { toShopper } from '../orders/readOrderOwner';
import { collectPersonalData } from './collectPersonalData';
import { startErasure, stopErasure } from './erasures';
import { readErasure } from './readStaffCustomer';
import { writePersonalData } from './writePersonalData';

const MAX_PER_HOUR = 10;

type Owner = RequestContext & { readonly session: Session };

/** What customers do with all that the shop stores about them. */
export const myDataRoutes = (app: FastifyInstance, context: AppContext): void => {
  const { database, clock } = context;

  const answer = async ({ accountId }: Session, message: string) => ({
    status: true as const,
    message,
    data: (await readErasure(database, accountId, clock.now())) satisfies ErasureState,
  });
  const by = ({ request, session: { accountId } }: Owner) => ({
    actor: toShopper(context, request, { accountId, guestNumbers: [] }),
    now: clock.now(),
  });
  /** An unattended session is not enough. @throws {ShopError} INVALID_FORM, TOO_MANY_ATTEMPTS. */
  const requirePassword = async (owner: Owner, password: string) => {
    const account = await requireAccount(context, owner.session);
    await requireWithinLimit(context, { key: `my-data:${account.id}`, max: MAX_PER_HOUR, windowMs: HOUR_MS });
    await context.hasher.admit(buildOwnerCaller(context, owner, account), (hashing) =>
      requireCurrentPassword(context, hashing, owner, owner.session, account, password),
    );
    return account;
  };

  route(app, exportMyData, {
    summary: 'Returns everything that the shop stores about the customer as a file, which requires the password.',
    cache: 'private',
  })(async ({ body: { format, current_password } }, owner) => {
    const { id } = await requirePassword(owner, current_password);
    const data = await collectPersonalData(database, id, by(owner));
    return { status: true, message: 'Your data', ...writePersonalData(data, format) };
  });

  route(app, getMyErasure, {
    summary: 'Returns when the account is erased, if it is, and which order is in the way.',
    cache: 'private',
  })((_parts, { session }) => answer(session, 'Your account'));

  route(app, startMyErasure, {
    summary: 'Erases the account in a week, which requires the password. Until then it can be kept.',
    cache: 'private',
  })(async ({ body: { current_password } }, owner) => {
    const { request, session } = owner;
    const checked = await requirePassword(owner, current_password);
    await database.transaction(async (connection) => {
      await lockForChange(connection, session, checked);
      await startErasure(context, connection, session.accountId, {
        ...by(owner),
        storefront: readStorefront(request),
      });
    });
    return answer(session, 'Your account will be erased in a week.');
  });

  route(app, stopMyErasure, { summary: 'Keeps the account that was to be erased.', cache: 'private' })(
    async (_parts, owner) => {
      const { session } = owner;
      await database.transaction(async (connection) => {
        await lockForChange(connection, session);
        await stopErasure(context, connection, session.accountId, by(owner));
      });
      return answer(session, 'Your account is kept.');
    },
  );
};
