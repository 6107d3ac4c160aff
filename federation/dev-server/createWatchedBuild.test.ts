import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createWatchedBuild } from './createWatchedBuild';

/** The real compiler, on a source of one line. */
let directory: string;
let source: string;
let configsRead: number;
let stop: (() => Promise<void>) | undefined;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'watched-build-'));
  source = path.join(directory, 'main.js');
  fs.writeFileSync(source, "console.log('first');");
  configsRead = 0;
  stop = undefined;
});
afterEach(async () => {
  await stop?.();
  fs.rmSync(directory, { recursive: true, force: true });
});

const aBuild = () => {
  const build = createWatchedBuild(async () => {
    configsRead += 1;
    return {
      mode: 'none',
      context: directory,
      entry: './main.js',
      output: { path: path.join(directory, 'dist') },
      devtool: false,
    };
  });
  stop = build.close;
  return build.read;
};

/** A watcher tells of an edit a moment after it. */
const readUntil = async (
  read: ReturnType<typeof aBuild>,
  isMeant: (text: string, problem: string | undefined) => boolean,
) => {
  for (;;) {
    const { files, problem } = await read();
    if (isMeant(files.get('main.js')?.toString() ?? '', problem)) return { files, problem };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

test('nothing is built before it is asked for, and then once for all who ask', async () => {
  const read = aBuild();
  expect(configsRead).toBe(0);
  const [first, second] = await Promise.all([read(), read()]);
  expect(configsRead).toBe(1);
  expect(first.files.get('main.js')?.toString()).toContain("console.log('first')");
  expect(second.files).toBe(first.files);
});

test('files stay in memory', async () => {
  await aBuild()();
  expect(fs.readdirSync(directory)).toEqual(['main.js']);
});

test('an edit is built by itself', async () => {
  const read = aBuild();
  await read();
  fs.writeFileSync(source, "console.log('second');");
  expect((await readUntil(read, (text) => text.includes('second'))).problem).toBeUndefined();
});

test('what does not compile is said in the words of the compiler, without files; once it does, they are back', async () => {
  const read = aBuild();
  await read();
  fs.writeFileSync(source, 'console.log(');
  const { files, problem } = await readUntil(read, (_text, output) => output !== undefined);
  expect(files.size).toBe(0);
  expect(problem).toMatch(/main\.js/);
  fs.writeFileSync(source, "console.log('mended');");
  expect((await readUntil(read, (text) => text.includes('mended'))).problem).toBeUndefined();
});

test('a configuration that cannot be read is an error for who asks, and is read again for the next', async () => {
  let isBroken = true;
  const build = createWatchedBuild(async () => {
    if (isBroken) throw new Error('no config');
    return { mode: 'none', context: directory, entry: './main.js', devtool: false };
  });
  stop = build.close;
  await expect(build.read()).rejects.toThrow('no config');
  isBroken = false;
  expect((await build.read()).files.has('main.js')).toBe(true);
});
