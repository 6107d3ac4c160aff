import { MissingProgramError } from './debian';
import { providePrograms } from './programs';

/** Exits with 0 if the production topology can run on this machine, otherwise with 1 and the reason. */
try {
  providePrograms();
} catch (error) {
  if (!(error instanceof MissingProgramError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
