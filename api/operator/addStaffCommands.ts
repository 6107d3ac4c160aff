import { isRole, ROLES, type Role } from '@shop/contracts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CommandLine } from './CommandLine';
import { inviteStaff } from './inviteStaff';
import { parseEmail } from './parseArguments';

const parseRole = (text: string): Role => {
  if (isRole(text)) return text;
  throw new InvalidArgumentError(`One of ${Object.keys(ROLES).join(', ')}.`);
};

/** Commands for the people of the back office. Everything else about them is done there. */
export const addStaffCommands = (program: Command, { withDatabase }: CommandLine): void => {
  program
    .command('staff')
    .description('invite the first owner, or somebody who lost their way in')
    .command('invite')
    .description('print a link that lets somebody into the back office')
    .argument('<email>', 'whom to invite', parseEmail)
    .addOption(new Option('--role <role>', 'what they may do').argParser(parseRole).makeOptionMandatory())
    .action((email: string, { role }: { role: Role }) =>
      withDatabase((context) => inviteStaff(context, { email, role })),
    );
};
