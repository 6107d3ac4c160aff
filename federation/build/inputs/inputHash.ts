import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

const SKIPPED = new Set(['node_modules', 'dist', '.cache', '.data', 'coverage']);
const isSource = (name: string): boolean => !/\.test\.tsx?$/.test(name);

const listFiles = async (directory: string): Promise<string[]> => {
  const entries = await fs.readdir(directory, { withFileTypes: true });
  const nested = await Promise.all(
    entries
      .filter((entry) => !SKIPPED.has(entry.name))
      .map(async (entry) => {
        const full = path.join(directory, entry.name);
        return entry.isDirectory() ? listFiles(full) : isSource(entry.name) ? [full] : [];
      }),
  );
  return nested.flat().sort();
};

/**
 * Hashes all files in `inputs` (files and folders below `root`) and `others`. A build with an equal hash can be
 * skipped.
 */
export const hashInputs = async (root: string, inputs: readonly string[], others: string): Promise<string> => {
  const hash = crypto.createHash('sha256').update(others);
  for (const input of inputs.map((name) => path.join(root, name))) {
    const stat = await fs.stat(input);
    for (const file of stat.isDirectory() ? await listFiles(input) : [input]) {
      hash.update(path.relative(root, file)).update(await fs.readFile(file));
    }
  }
  return hash.digest('hex');
};
