import { StartError } from './StartError';

/** Prints why a program could not start, and exits with 1. */
export const exitWithReason = (error: unknown): never => {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
};
