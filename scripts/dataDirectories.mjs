import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

/**
 * Creates the data directories for their owner only, and closes those that an earlier version left open: the database
 * has customers' addresses and codes, the registry the key that signs links.
 */
export const closeDataDirectories = () => {
  const { DATA_DIR, REGISTRY_DIR } = process.env;
  for (const folder of ['.data', DATA_DIR || '.data/pglite', REGISTRY_DIR || '.data/registry']) {
    const directory = path.resolve(root, folder);
    mkdirSync(directory, { recursive: true });
    chmodSync(directory, 0o700);
  }
};
