import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promote, publishRelease } from '@shop/registry';
import { builtRemote } from '@shop/registry/testing/builtRemote';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';
import { runCommand } from '../../api/operator/runCommand';
import { openDatabase } from '../../api/src/database/openDatabase';
import { migrateDatabase } from '../../api/src/database/migrateDatabase';
import { providePrograms, RESTIC } from '../stack/programs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'backup-files-'));
/** Opening the embedded database changes it, and servers of other tests run as other users. */
const umask = process.umask();
const [media, registry] = [path.join(folder, 'media'), path.join(folder, 'registry')];
const restic = {
  RESTIC_REPOSITORY: path.join(folder, 'restic'),
  RESTIC_PASSWORD: 'only this test knows it',
  RESTIC_CACHE_DIR: path.join(folder, 'cache'),
};
const environment = { DATA_DIR: path.join(folder, 'pglite'), MEDIA_DIR: media, REGISTRY_DIR: registry, ...restic };

const runRestic = (...args: string[]): void =>
  void execFileSync(RESTIC, args, { env: { ...process.env, ...restic }, stdio: 'pipe' });

let backups = 0;
const backUp = async (given: NodeJS.ProcessEnv): Promise<{ code: number; said: string }> => {
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const argv = ['backup', path.join(folder, `${(backups += 1)}.backup`), '--by', 'grace'];
  const code = await runCommand(argv, given, { print: say, printError: say, write: say });
  return { code, said: said.join('\n') };
};

const readLive = async (): Promise<unknown> => (await openTestRegistry(registry).readComposition()).live;

beforeAll(async () => {
  providePrograms(['restic']);
  runRestic('init');
  const database = await openDatabase({ databaseUrl: undefined, dataDirectory: environment.DATA_DIR });
  await migrateDatabase(database);
  await database.close();
  fs.mkdirSync(media);
  fs.writeFileSync(path.join(media, 'ring-640.webp'), 'a picture');
  const opened = openTestRegistry(registry);
  await publishRelease(opened, builtRemote({ version: '1.0.0' }), 'home team', new Date());
  await promote(opened, { 'mfe-home': '1.0.0' }, { by: 'home team', now: new Date() });
});
afterAll(() => {
  process.umask(umask);
  fs.rmSync(folder, { recursive: true, force: true });
});

test('pictures and releases come back from the backup when their folders are lost', async () => {
  const live = await readLive();
  expect(await backUp(environment)).toMatchObject({
    code: 0,
    said: expect.stringContaining(`Backed up ${media} and ${registry}.\nBacked up the embedded database`),
  });
  for (const lost of [media, registry]) fs.rmSync(lost, { recursive: true });
  runRestic('restore', 'latest', '--target', '/');
  expect(fs.readFileSync(path.join(media, 'ring-640.webp'), 'utf8')).toBe('a picture');
  expect(await readLive()).toEqual(live);
});

test('a backup without one of them fails, and so does one without the key', async () => {
  expect(await backUp({ ...environment, MEDIA_DIR: path.join(folder, 'nowhere') })).toEqual({
    code: 1,
    said: expect.stringContaining('nowhere cannot be backed up: it does not exist.'),
  });
  expect(await backUp({ ...environment, RESTIC_PASSWORD: 'wrong' })).toEqual({
    code: 1,
    said: expect.stringMatching(/^restic backup: .*wrong password/),
  });
});
