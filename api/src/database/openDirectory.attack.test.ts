import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openUpdatedDatabase } from '../openUpdatedDatabase';
import { openDirectory } from './openDatabase';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'directory-'));
const umask = process.umask();
afterAll(() => {
  process.umask(umask);
  fs.rmSync(folder, { recursive: true, force: true });
});

const readMode = (file: string): string => (fs.statSync(file).mode & 0o777).toString(8);

test('a data directory that other users of the machine can open is refused, with the command that closes it', async () => {
  const directory = path.join(folder, 'open');
  fs.mkdirSync(directory);
  for (const mode of [0o755, 0o750, 0o701]) {
    fs.chmodSync(directory, mode);
    await expect(openDirectory(directory)).rejects.toThrow(
      `is open to other users of this machine (mode ${mode.toString(8)}). Close it: chmod 700 "${directory}"`,
    );
  }
  expect(fs.readdirSync(directory)).toEqual([]);
});

test('a new data directory and its parents are for their owner only; one of another version is named with the way out', async () => {
  const directory = path.join(folder, 'new/pglite');
  const { database } = await openDirectory(directory);
  expect([readMode(directory), readMode(path.dirname(directory))]).toEqual(['700', '700']);
  await database.query('CREATE TABLE products (of text)'); // as if another version had made it
  await database.close();
  const config = {
    databaseUrl: undefined,
    dataDirectory: directory,
    mediaManifest: path.join(folder, 'none.json'),
    seed: 'demo',
  } as const;
  await expect(openUpdatedDatabase(config)).rejects.toMatchObject({
    name: 'StartError',
    message: `This version cannot migrate the database in ${directory} (relation "products" already exists). Run the version that wrote it, or move it away to start with an empty one: mv "${directory}" "${directory}-old"`,
  });
});
