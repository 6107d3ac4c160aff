import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FileStorage } from './FileStorage';
import type { RegistryStorage } from './RegistryStorage';

/** What every storage promises, asked of each on its real part. */
interface StorageUnderTest {
  readonly open: () => Promise<RegistryStorage>;
  readonly close: () => Promise<void>;
}

let workspace: string;
const storages: Readonly<Record<string, StorageUnderTest>> = {
  'a directory': {
    open: async () => {
      workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'storage-'));
      return new FileStorage(workspace);
    },
    close: () => fs.rm(workspace, { recursive: true, force: true }),
  },
};

describe.each(Object.entries(storages))('%s', (_what, { open, close }) => {
  let storage: RegistryStorage;
  beforeEach(async () => {
    storage = await open();
  });
  afterEach(close);

  const textOf = async (key: string): Promise<string | undefined> => (await storage.read(key))?.body.toString();

  test('gives back what was written, and nothing where nothing was', async () => {
    await storage.write('hosts/a.json', 'one');
    await storage.write('hosts/a.json', 'two');
    expect(await textOf('hosts/a.json')).toBe('two');
    expect(await storage.read('hosts/b.json')).toBeUndefined();
    expect(await storage.readTag('hosts/b.json')).toBeUndefined();
  });

  test('a tag changes with the content, and is the same in read and readTag', async () => {
    const first = await storage.swap('composition', 'one', null);
    expect(await storage.readTag('composition')).toBe(first);
    expect((await storage.read('composition'))?.tag).toBe(first);
    await storage.swap('composition', 'two', first ?? null);
    expect(await storage.readTag('composition')).not.toBe(first);
    await storage.write('hosts/a.json', 'one');
    const written = await storage.readTag('hosts/a.json');
    expect(written).toBe((await storage.read('hosts/a.json'))?.tag);
    await storage.write('hosts/a.json', 'two');
    expect(await storage.readTag('hosts/a.json')).not.toBe(written);
  });

  test('what never changes is created once: the second to come is told', async () => {
    expect(await storage.create('mfe-home/1.0.0/claim.json', 'mine')).toBe(true);
    expect(await storage.create('mfe-home/1.0.0/claim.json', 'yours')).toBe(false);
    expect(await textOf('mfe-home/1.0.0/claim.json')).toBe('mine');
  });

  test('of twenty who create at once one does', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => storage.create('mfe-home/1.0.0/claim.json', `from ${n}`)));
    expect(answers.filter(Boolean)).toHaveLength(1);
  });

  test('a swap of what has changed meanwhile changes nothing', async () => {
    const first = await storage.swap('composition', 'one', null);
    expect(await storage.swap('composition', 'again', null)).toBeUndefined();
    const second = await storage.swap('composition', 'two', first ?? null);
    expect(await storage.swap('composition', 'late', first ?? null)).toBeUndefined();
    expect(await textOf('composition')).toBe('two');
    expect(await storage.swap('composition', 'three', second ?? null)).toBeDefined();
  });

  test('a hundred counts at once lose none', async () => {
    const count = async (): Promise<void> => {
      for (;;) {
        const now = await storage.read('composition');
        const next = String(Number(now?.body.toString() ?? 0) + 1);
        if ((await storage.swap('composition', next, now?.tag ?? null)) !== undefined) return;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 50));
      }
    };
    await Promise.all(Array.from({ length: 100 }, count));
    expect(await textOf('composition')).toBe('100');
  }, 60_000);

  test('lists keys and names below a prefix, and no others', async () => {
    for (const key of ['mfe-home/1.0.0/web/a.js', 'mfe-home/1.0.0/release.json', 'mfe-home/1.1.0/release.json', 'mfe-home-two/1.0.0/release.json']) await storage.write(key, key);
    expect(await storage.list('mfe-home/')).toEqual(['mfe-home/1.0.0/release.json', 'mfe-home/1.0.0/web/a.js', 'mfe-home/1.1.0/release.json']);
    expect(await storage.listNames('mfe-home/')).toEqual(['1.0.0', '1.1.0']);
    expect(await storage.listNames('')).toEqual(['mfe-home', 'mfe-home-two']);
    expect(await storage.list('mfe-auth/')).toEqual([]);
  });

  test('lists more than one page of a thousand', async () => {
    const keys = Array.from({ length: 1_050 }, (_, n) => `audit/${String(n).padStart(5, '0')}.json`);
    for (let from = 0; from < keys.length; from += 50) await Promise.all(keys.slice(from, from + 50).map((key) => storage.write(key, 'x')));
    expect(await storage.list('audit/')).toEqual(keys);
    await storage.removeAll('audit/');
    expect(await storage.list('audit/')).toEqual([]);
  }, 60_000);

  test('removes a whole prefix, and nothing beside it', async () => {
    await storage.write('mfe-home/1.0.0/web/a.js', 'a');
    await storage.write('mfe-home/1.0.01/web/a.js', 'b');
    await storage.removeAll('mfe-home/1.0.0/');
    await storage.removeAll('mfe-home/9.9.9/');
    expect(await storage.list('mfe-home/')).toEqual(['mfe-home/1.0.01/web/a.js']);
  });

  test.each(['../secret', '/etc/passwd', 'mfe-home/../../x', 'mfe-home/./x', '.hidden', 'a//b', 'a\\b'])('%s is no key', async (key) => {
    await expect(storage.read(key)).rejects.toThrow('no key');
    await expect(storage.write(key, 'x')).rejects.toThrow('no key');
  });
});
