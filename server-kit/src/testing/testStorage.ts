import crypto from 'node:crypto';
import type { ObjectStorage } from '../storage/ObjectStorage';

/** The contract of a storage; each implementation runs it. */
export const testStorage = (what: string, open: () => Promise<ObjectStorage>, close: () => Promise<void>): void =>
  describe(what, () => {
    let storage: ObjectStorage;
    beforeEach(async () => {
      storage = await open();
    });
    afterEach(close);

    const readText = async (key: string): Promise<string | undefined> => (await storage.read(key))?.body.toString();

    test('reads what was written, and nothing if nothing was', async () => {
      await storage.write('hosts/a.json', 'one');
      await storage.write('hosts/a.json', 'two');
      expect(await readText('hosts/a.json')).toBe('two');
      expect(await storage.read('hosts/b.json')).toBeUndefined();
      expect(await storage.readTag('hosts/b.json')).toBeUndefined();
    });

    test('tags change with the content, and are the same in read and readTag', async () => {
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

    test('an immutable object is created once, and the second writer is told', async () => {
      expect(await storage.create('mfe-home/1.0.0/claim.json', 'mine')).toBe(true);
      expect(await storage.create('mfe-home/1.0.0/claim.json', 'yours')).toBe(false);
      expect(await readText('mfe-home/1.0.0/claim.json')).toBe('mine');
    });

    test('one of twenty concurrent creates succeeds', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => storage.create('mfe-home/1.0.0/claim.json', `from ${n}`)),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
    });

    test('one of twenty concurrent identical writes succeeds', async () => {
      const created = await Promise.all(
        Array.from({ length: 20 }, () => storage.create('mfe-home/1.0.0/claim.json', 'the same')),
      );
      expect(created.filter(Boolean)).toHaveLength(1);
      const first = (await storage.swap('composition', 'one', null)) ?? null;
      const swapped = await Promise.all(
        Array.from({ length: 20 }, () => storage.swap('composition', 'the same', first)),
      );
      expect(swapped.filter((tag) => tag !== undefined)).toEqual([await storage.readTag('composition')]);
    });

    test('a removed object cannot be swapped by its old tag, but can be created again', async () => {
      const first = await storage.swap('shop/composition', 'one', null);
      await storage.removeAll('shop/');
      expect(await storage.swap('shop/composition', 'two', first ?? null)).toBeUndefined();
      expect(await storage.read('shop/composition')).toBeUndefined();
      expect(await storage.swap('shop/composition', 'three', null)).toBeDefined();
    });

    test('stores bytes unchanged, many or none', async () => {
      const bytes = crypto.randomBytes(3_000_000);
      await storage.write('mfe-home/1.0.0/web/picture.webp', bytes);
      await storage.write('mfe-home/1.0.0/web/empty.css', '');
      expect((await storage.read('mfe-home/1.0.0/web/picture.webp'))?.body.equals(bytes)).toBe(true);
      expect((await storage.read('mfe-home/1.0.0/web/empty.css'))?.body).toHaveLength(0);
    });

    test('a swap with an outdated tag changes nothing', async () => {
      const first = await storage.swap('composition', 'one', null);
      expect(await storage.swap('composition', 'again', null)).toBeUndefined();
      const second = await storage.swap('composition', 'two', first ?? null);
      expect(await storage.swap('composition', 'late', first ?? null)).toBeUndefined();
      expect(await readText('composition')).toBe('two');
      expect(await storage.swap('composition', 'three', second ?? null)).toBeDefined();
    });

    test('no increment is lost when there are twenty at once', async () => {
      const increment = async (): Promise<void> => {
        for (;;) {
          const now = await storage.read('composition');
          const next = String(Number(now?.body.toString() ?? 0) + 1);
          if ((await storage.swap('composition', next, now?.tag ?? null)) !== undefined) return;
        }
      };
      await Promise.all(Array.from({ length: 20 }, increment));
      expect(await readText('composition')).toBe('20');
    });

    test('lists keys and names below a prefix, and no others', async () => {
      for (const key of [
        'mfe-home/1.0.0/web/a.js',
        'mfe-home/1.0.0/release.json',
        'mfe-home/1.1.0/release.json',
        'mfe-home-two/1.0.0/release.json',
      ])
        await storage.write(key, key);
      expect(await storage.list('mfe-home/')).toEqual([
        'mfe-home/1.0.0/release.json',
        'mfe-home/1.0.0/web/a.js',
        'mfe-home/1.1.0/release.json',
      ]);
      expect(await storage.listNames('mfe-home/')).toEqual(['1.0.0', '1.1.0']);
      expect(await storage.listNames('')).toEqual(['mfe-home', 'mfe-home-two']);
      expect(await storage.list('mfe-auth/')).toEqual([]);
    });

    test('lists more than one page of a thousand', async () => {
      const keys = Array.from({ length: 1_050 }, (_, n) => `audit/${String(n).padStart(5, '0')}.json`);
      for (let from = 0; from < keys.length; from += 50)
        await Promise.all(keys.slice(from, from + 50).map((key) => storage.write(key, 'x')));
      expect(await storage.list('audit/')).toEqual(keys);
      await storage.removeAll('audit/');
      expect(await storage.list('audit/')).toEqual([]);
    }, 60_000);

    test('removes a whole prefix and nothing else', async () => {
      await storage.write('mfe-home/1.0.0/web/a.js', 'a');
      await storage.write('mfe-home/1.0.01/web/a.js', 'b');
      await storage.removeAll('mfe-home/1.0.0/');
      await storage.removeAll('mfe-home/9.9.9/');
      expect(await storage.list('mfe-home/')).toEqual(['mfe-home/1.0.01/web/a.js']);
    });

    test.each(['../secret', '/etc/passwd', 'mfe-home/../../x', 'mfe-home/./x', '.hidden', 'a//b', 'a\\b'])(
      '%s is not a valid key',
      async (key) => {
        await expect(storage.read(key)).rejects.toThrow('not a valid registry key');
        await expect(storage.write(key, 'x')).rejects.toThrow('not a valid registry key');
      },
    );
  });
