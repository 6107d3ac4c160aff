import { aJob } from '../../audit/Actor';
import { createInvite } from './invites';
import type { StaffContext } from './StaffContext';
import { countStaff } from './staffRepository';

/** Nobody reads its mails; whoever runs the shop on their machine opens the link. */
const FIRST_OWNER = 'owner@example.com';

/** Returns a link for the first owner, or undefined if there is staff already. For machines of developers only. */
export const inviteFirstOwner = (context: StaffContext): Promise<string | undefined> =>
  context.database.transaction(async (connection) => {
    if ((await countStaff(connection)) > 0) return undefined;
    const { link } = await createInvite(context, connection, {
      email: FIRST_OWNER,
      role: 'owner',
      actor: aJob('Start without staff'),
    });
    return link;
  });
