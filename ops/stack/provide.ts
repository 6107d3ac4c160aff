import { MissingProgram } from './debian';
import { providePrograms } from './programs';

/** Ends with 0 where the topology of production can be started on this machine, else with 1, and says why. */
try {
  providePrograms();
} catch (error) {
  if (!(error instanceof MissingProgram)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
