import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { webpack } from 'webpack';
import { UsesPlugin } from './UsesPlugin';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'uses-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Builds a bundle from these sources, the first of which is the entry. Returns what it declares to use. */
const readUses = async (sources: Readonly<Record<string, string>>): Promise<unknown> => {
  for (const [name, source] of Object.entries(sources)) fs.writeFileSync(path.join(folder, name), source);
  const compiler = webpack({
    mode: 'none',
    context: folder,
    entry: `./${Object.keys(sources)[0]}`,
    output: { path: path.join(folder, 'dist') },
    plugins: [new UsesPlugin()],
  });
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString()));
      else compiler.close(() => resolve());
    });
  });
  return JSON.parse(fs.readFileSync(path.join(folder, 'dist/uses.json'), 'utf8'));
};

test("a remote that shows another remote's widget or links to its pages declares both", async () => {
  const sources = {
    'HomePage.ts': `
      import { useRemoteWidget } from './hook.ts';
      const paths = { order: (id) => id };
      export const teaser = () => useRemoteWidget(
        'mfe-gifts',
        'GiftTeaser', 'No gifts.', () => undefined);
      export const finder = () => useRemoteWidget<'GiftFinder'>('mfe-gifts', 'GiftFinder', 'No gifts.', () => undefined);
      export const link = paths.order('1');`,
    'hook.ts': 'export const useRemoteWidget = (remote, name) => remote + name;',
  };
  expect(await readUses(sources)).toEqual({ routes: ['/orders/:1'], widgets: ['GiftFinder', 'GiftTeaser'] });
});

test('a bundle that uses nothing of others declares that', async () => {
  expect(await readUses({ 'Page.ts': 'export const page = 1;' })).toEqual({ routes: [], widgets: [] });
});
