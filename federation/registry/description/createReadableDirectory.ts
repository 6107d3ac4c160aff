import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** A temporary directory that another user reads, too: a release is tried by one who owns nothing. */
export const createReadableDirectory = async (): Promise<string> => {
  const directory = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'release-')));
  await fs.chmod(directory, 0o755);
  return directory;
};
