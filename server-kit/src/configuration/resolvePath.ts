import path from 'node:path';

const REPOSITORY_ROOT = path.resolve(__dirname, '../../..');

/** Relative paths in the environment start at the repository, whichever directory a command runs in. */
export const resolvePath = (file: string): string => path.resolve(REPOSITORY_ROOT, file);
