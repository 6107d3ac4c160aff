import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const scripts = path.resolve(__dirname);

/** Calls an ES module's export in a process of its own: jest does not load .mjs here. */
const call = (module: string, name: string, ...args: readonly unknown[]): unknown => {
  const code = `import('${path.join(scripts, module)}').then(async (m) => console.log('\\n' + JSON.stringify(await m.${name}(...${JSON.stringify(args)}))))`;
  const output = execFileSync(process.execPath, ['-e', code], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
};

describe('changed files', () => {
  let directory: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: directory });
  const write = (file: string, text: string) => fs.writeFileSync(path.join(directory, file), text);

  beforeEach(() => {
    directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'shop-changed-')));
    git('init', '--quiet');
    for (const name of ['kept.ts', 'edited.ts', 'deleted.ts']) write(name, 'one');
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
  });
  afterEach(() => fs.rmSync(directory, { recursive: true }));

  const listNames = (base?: string) =>
    (call('readChangedFiles.mjs', 'readChangedFiles', directory, base) as string[]).map((file) => path.basename(file));

  test('are those edited and created since the last commit, without deleted ones', () => {
    expect(listNames()).toEqual([]);
    write('edited.ts', 'two');
    write('new file.ts', 'one');
    fs.rmSync(path.join(directory, 'deleted.ts'));
    expect(listNames()).toEqual(['edited.ts', 'new file.ts']);
  });

  test('include what was committed after the given commit', () => {
    write('edited.ts', 'two');
    git('commit', '--quiet', '-am', 'second');
    expect(listNames()).toEqual([]);
    expect(listNames('HEAD~1')).toEqual(['edited.ts']);
    expect(() => listNames('gone')).toThrow('There is no commit gone.');
  });
});

test('related tests are found across packages, through every import between', () => {
  const root = path.resolve(__dirname, '../..');
  const changed = path.join(root, 'shared/src/design-system/Price/Price.tsx');
  const remotes = fs.readdirSync(root).filter((name) => name.startsWith('mfe-'));
  const related = (call('findRelatedTests.mjs', 'findRelatedTests', [changed], remotes) as string[]).map((file) =>
    path.relative(root, file),
  );
  expect(related).toEqual(expect.arrayContaining(['mfe-catalog/src/remote.contract.test.tsx']));
  expect(related.filter((file) => file.startsWith('api/'))).toEqual([]);
}, 60_000);
