import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * A repository with a workspace that needs another version of a package than its root, so that npm creates a
 * node_modules folder in the workspace.
 */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'install-'));
const repository = path.join(folder, 'repository');
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const write = (file: string, content: object): void => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(content));
};
const run = (command: string, args: readonly string[], cwd: string): string => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
};
/** Creates a package as an archive, so that no registry is needed. */
const pack = (version: string): string => {
  const source = path.join(folder, `lantern-${version}`);
  write(path.join(source, 'package.json'), { name: 'lantern', version });
  run('npm', ['pack', '--pack-destination', folder], source);
  return `file:${path.join(folder, `lantern-${version}.tgz`)}`;
};

const install = (): string =>
  run(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { installMissing } from ${JSON.stringify(path.join(__dirname, 'install.mjs'))}; installMissing(${JSON.stringify(repository)});`,
    ],
    repository,
  );
const inWorkspace = path.join(repository, 'host/node_modules/lantern');
const readVersion = (directory: string): unknown =>
  JSON.parse(fs.readFileSync(path.join(directory, 'package.json'), 'utf8')).version;

beforeAll(() => {
  write(path.join(repository, 'package.json'), {
    name: 'repository',
    private: true,
    workspaces: ['host'],
    dependencies: { lantern: pack('1.0.0') },
  });
  write(path.join(repository, 'host/package.json'), {
    name: 'host',
    version: '1.0.0',
    private: true,
    dependencies: { lantern: pack('2.0.0') },
  });
  run('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund'], repository);
  install();
}, 120_000);

test('installed packages are not installed again', () => {
  expect(readVersion(inWorkspace)).toBe('2.0.0');
  expect(install()).toBe('');
});

test("missing packages of a workspace's own node_modules are restored", () => {
  fs.rmSync(path.dirname(inWorkspace), { recursive: true });
  expect(install()).toContain('Missing: host/node_modules/lantern.');
  expect(readVersion(inWorkspace)).toBe('2.0.0');
  expect(install()).toBe('');
}, 60_000);

test('a package whose folder has another version is restored', () => {
  write(path.join(repository, 'node_modules/lantern/package.json'), { name: 'lantern', version: '0.9.0' });
  expect(install()).toContain('Missing: node_modules/lantern.');
  expect(readVersion(path.join(repository, 'node_modules/lantern'))).toBe('1.0.0');
}, 60_000);
