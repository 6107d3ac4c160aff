import path from 'node:path';

/** The folder that holds all packages. */
export const repositoryRoot = path.resolve(__dirname, '../../..');
