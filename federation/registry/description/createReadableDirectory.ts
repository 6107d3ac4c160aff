import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Creates a temporary directory that other users can read, because releases are tried as an unprivileged user. */
export const createReadableDirectory = async (): Promise<string> => {
  const directory = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'release-')));
  await fs.chmod(directory, 0o755);
  return directory;
};
