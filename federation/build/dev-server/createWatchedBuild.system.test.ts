import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createWatchedBuild } from './createWatchedBuild';

/** Uses the real compiler on a one-line source. */
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

const openBuild = () => {
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

/** Waits until the watcher has noticed an edit. */
const readUntil = async (
  read: ReturnType<typeof openBuild>,
  isExpected: (text: string, problem: string | undefined) => boolean,
) => {
  for (;;) {
    const { files, problem } = await read();
    if (isExpected(files.get('main.js')?.toString() ?? '', problem)) return { files, problem };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

test('nothing is built before it is first read, and concurrent reads share one build', async () => {
  const read = openBuild();
  expect(configsRead).toBe(0);
  const [first, second] = await Promise.all([read(), read()]);
  expect(configsRead).toBe(1);
  expect(first.files.get('main.js')?.toString()).toContain("console.log('first')");
  expect(second.files).toBe(first.files);
});

test('files stay in memory', async () => {
  await openBuild()();
  expect(fs.readdirSync(directory)).toEqual(['main.js']);
});

test('an edit triggers a build', async () => {
  const read = openBuild();
  await read();
  fs.writeFileSync(source, "console.log('second');");
  expect((await readUntil(read, (text) => text.includes('second'))).problem).toBeUndefined();
});

test('a compile error is reported without files, which return once it is fixed', async () => {
  const read = openBuild();
  await read();
  fs.writeFileSync(source, 'console.log(');
  const { files, problem } = await readUntil(read, (_text, output) => output !== undefined);
  expect(files.size).toBe(0);
  expect(problem).toMatch(/main\.js/);
  fs.writeFileSync(source, "console.log('mended');");
  expect((await readUntil(read, (text) => text.includes('mended'))).problem).toBeUndefined();
});

test('a configuration that cannot be loaded rejects the read, and is loaded again for the next', async () => {
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
