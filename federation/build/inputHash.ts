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

/** One hash over every file a build depends on: equal hashes need no build. */
export const hashInputs = async (inputs: readonly string[]): Promise<string> => {
  const hash = crypto.createHash('sha256');
  for (const input of inputs) {
    const stat = await fs.stat(input);
    for (const file of stat.isDirectory() ? await listFiles(input) : [input]) {
      hash.update(path.relative(process.cwd(), file)).update(await fs.readFile(file));
    }
  }
  return hash.digest('hex');
};
