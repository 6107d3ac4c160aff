import {
  changeStaffGroup,
  createStaffGroup,
  deleteStaffGroup,
  listStaffGroups,
  orderStaffGroups,
  type ResponseOf,
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../AppContext';
import type { Queryable } from '../../../database/Database';
import { route } from '../../../http/route';
import type { StaffSession } from '../../../http/StaffSession';
import { changeGroup, createGroup, explainTaken, orderGroups, removeGroup } from './changeGroups';
import { findGroups } from './groupsRepository';

/** The desk of categories and brands. */
export const groupRoutes = (app: FastifyInstance, { database, clock }: AppContext): void => {
  const answer = async (message: string): Promise<ResponseOf<typeof listStaffGroups>> => ({
    status: true,
    message,
    data: await findGroups(database),
  });
  type By = Pick<StaffSession, 'actor'> & { readonly now: Date };
  const change = async (
    { actor }: StaffSession,
    message: string,
    work: (connection: Queryable, by: By) => Promise<void>,
  ): Promise<ResponseOf<typeof listStaffGroups>> => {
    await database.transaction((connection) => work(connection, { actor, now: clock.now() })).catch(explainTaken);
    return answer(message);
  };

  route(app, listStaffGroups, { summary: 'Lists categories and brands in display order.', cache: 'private' })(() =>
    answer('Categories and brands'),
  );
  route(app, createStaffGroup, { summary: 'Makes a category or brand.', cache: 'private' })(({ body }, { staff }) =>
    change(staff, 'Created.', (connection, by) => createGroup(connection, body, by)),
  );
  route(app, changeStaffGroup, {
    summary: 'Changes the name, address or picture of a category or brand. Its products follow in the background.',
    cache: 'private',
  })(({ params, body }, { staff }) =>
    change(staff, 'Saved.', (connection, by) => changeGroup(connection, params, body, by)),
  );
  route(app, orderStaffGroups, { summary: 'Puts categories or brands in an order.', cache: 'private' })(
    ({ params, body }, { staff }) =>
      change(staff, 'Saved.', (connection, by) => orderGroups(connection, { ...params, ...body }, by)),
  );
  route(app, deleteStaffGroup, { summary: 'Deletes a category or brand without products.', cache: 'private' })(
    ({ params }, { staff }) => change(staff, 'Deleted.', (connection, by) => removeGroup(connection, params, by)),
  );
};
