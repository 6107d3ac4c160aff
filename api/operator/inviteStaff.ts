import type { Role } from '@shop/contracts';
import { createInvite } from '../src/modules/staff/invites';
import { OperatorError } from './OperatorError';
import type { OperatorContext } from './OperatorContext';

/** `staff invite EMAIL --role ROLE`: prints a link that lets who has it into the back office, once within 48 hours. */
export const inviteStaff = async (
  context: OperatorContext,
  { email, role }: { readonly email: string; readonly role: Role },
): Promise<void> => {
  const { database, actor, config, print } = context;
  if (config.adminUrl === undefined)
    throw new OperatorError('refused', 'The back office has no address: set ADMIN_URL.');
  const { invite, link } = await database.transaction((connection) =>
    createInvite(context, connection, { email, role, actor }),
  );
  print(`${invite.email} is invited as ${role}. This link works once, within 48 hours; send it to nobody else:`);
  print(link);
};
