import { MissingProgramError } from '@shop/server-kit/testing/debian';
import { isProgramName, PROGRAM_NAMES, providePrograms } from './programs';

/**
 * `provide.ts [NAME…]` installs programs of the production topology if they are missing. Exits with 1 and the command
 * that installs one if it could not.
 */
const names = process.argv.slice(2);
const unknown = names.filter((name) => !isProgramName(name));
try {
  if (unknown.length > 0)
    throw new MissingProgramError(`There is no program ${unknown.join(', ')}: name ${PROGRAM_NAMES.join(', ')}.`);
  providePrograms(names.length > 0 ? names.filter(isProgramName) : undefined);
} catch (error) {
  if (!(error instanceof MissingProgramError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
