import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'shop-changed-')));
afterAll(() => fs.rmSync(directory, { recursive: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: directory });
const write = (file: string, text: string) => fs.writeFileSync(path.join(directory, file), text);

/** Names of the changed files, read by a process of its own: jest does not load .mjs here. */
const listChanged = (base?: string): string[] => {
  const code = `import('${path.join(__dirname, 'testChanged.mjs')}').then((m) => console.log(JSON.stringify(m.readChangedFiles(...${JSON.stringify([directory, base])}))))`;
  const output = execFileSync(process.execPath, ['-e', code], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return (JSON.parse(output) as string[]).map((file) => path.basename(file));
};

test('changed files are those edited and created since the last or the given commit, without deleted ones', () => {
  git('init', '--quiet');
  for (const name of ['kept.ts', 'edited.ts', 'deleted.ts']) write(name, 'one');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  expect(listChanged()).toEqual([]);
  write('edited.ts', 'two');
  write('new file.ts', 'one');
  fs.rmSync(path.join(directory, 'deleted.ts'));
  expect(listChanged()).toEqual(['edited.ts', 'new file.ts']);
  git('commit', '--quiet', '-am', 'second');
  expect(listChanged()).toEqual(['new file.ts']);
  expect(listChanged('HEAD~1')).toEqual(['edited.ts', 'new file.ts']);
  expect(() => listChanged('gone')).toThrow('There is no commit gone.');
});

test('related tests are found across packages, through every import between', () => {
  const changed = path.join(root, 'shared/src/design-system/Price/Price.tsx');
  const related = execFileSync(
    path.join(root, 'node_modules/.bin/jest'),
    ['--listTests', '--findRelatedTests', changed],
    { cwd: root, encoding: 'utf8' },
  );
  expect(related).toContain('/mfe-catalog/src/remote.contract.test.tsx\n');
  expect(related).not.toContain(`${root}/api/`);
});
