import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { testStorage } from '../testing/testStorage';
import { FileStorage } from './FileStorage';

let workspace: string;
testStorage(
  'a directory',
  async () => {
    workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'storage-'));
    return new FileStorage(workspace);
  },
  () => fs.rm(workspace, { recursive: true, force: true }),
);

describe('a missing directory', () => {
  let missing: string;
  beforeEach(async () => {
    missing = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'storage-')), 'registry');
  });
  afterEach(() => fs.rm(path.dirname(missing), { recursive: true, force: true }));

  test('is created by the first write of a command', async () => {
    await new FileStorage(missing).write('a/b.json', 'b');
    expect((await new FileStorage(missing).read('a/b.json'))?.body.toString()).toBe('b');
  });

  test('is created for its owner only, because it has the key that signs links', async () => {
    await new FileStorage(missing).write('a/b.json', 'b');
    expect((await fs.stat(missing)).mode & 0o777).toBe(0o700);
  });

  test('is not created by a server, because it would look like an empty registry', async () => {
    const storage = new FileStorage(missing, { createIfMissing: false });
    for (const change of [
      () => storage.write('a/b.json', 'b'),
      () => storage.create('a/b.json', 'b'),
      () => storage.swap('a', 'b', null),
      () => storage.removeAll('a/'),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'EREGISTRYGONE' });
    }
    await expect(fs.access(missing)).rejects.toThrow();
    expect(await storage.read('a/b.json')).toBeUndefined();
  });

  test('is not created by a server that was writing when it was moved away', async () => {
    await fs.mkdir(missing);
    const storage = new FileStorage(missing, { createIfMissing: false });
    const writes = Array.from({ length: 100 }, (_, index) => storage.write(`folder-${index}/file.json`, 'content'));
    await Promise.race(writes);
    await fs.rename(missing, `${missing}-away`);
    await Promise.allSettled(writes);
    await expect(fs.access(missing)).rejects.toThrow();
  });
});
