import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'supply-chain-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const run = (script: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = process.env) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [path.join(root, 'scripts', script), ...args], {
    cwd: root,
    encoding: 'utf8',
    env,
  });
  return { status, output: `${stdout}${stderr}` };
};

interface Sbom {
  specVersion: string;
  components: { 'bom-ref': string; group?: string; name: string }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}
interface Lockfile {
  packages: Record<string, Record<string, unknown>>;
}

/** Creates a changed copy of the shop's lockfile and root package.json. */
const plant = (
  change: (
    lockfile: Lockfile,
    manifest: { dependencies: Record<string, string>; overrides: Record<string, unknown> },
  ) => void,
): string => {
  const directory = fs.mkdtempSync(path.join(folder, 'planted-'));
  const lockfile = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  change(lockfile, manifest);
  fs.writeFileSync(path.join(directory, 'package-lock.json'), JSON.stringify(lockfile));
  fs.writeFileSync(path.join(directory, 'package.json'), JSON.stringify(manifest));
  return directory;
};
const locked = (lockfile: Lockfile, name: string): Record<string, unknown> =>
  lockfile.packages[`node_modules/${name}`] ?? {};

test('the lockfile is valid', () => {
  expect(run('lockfile.mjs')).toMatchObject({ status: 0 });
});

test.each<[string, Parameters<typeof plant>[0], RegExp]>([
  [
    'a package without a hash',
    (lockfile) => delete locked(lockfile, 'fastify')['integrity'],
    /fastify@\S+ has no sha512 hash/,
  ],
  [
    'a weak hash',
    (lockfile) => (locked(lockfile, 'fastify')['integrity'] = 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk='),
    /fastify@\S+ has no sha512 hash/,
  ],
  [
    'a package from a git repository',
    (lockfile) => (locked(lockfile, 'fastify')['resolved'] = 'git+ssh://git@github.com/someone/fastify.git#abc'),
    /only a registry behind https/,
  ],
  [
    'a package over http',
    (lockfile) => (locked(lockfile, 'fastify')['resolved'] = 'http://registry.npmjs.org/fastify/-/fastify-5.0.0.tgz'),
    /only a registry behind https/,
  ],
  [
    'packages from two registries',
    (lockfile) => {
      locked(lockfile, 'fastify')['resolved'] = 'https://registry.npmjs.org/fastify/-/fastify-5.0.0.tgz';
      locked(lockfile, 'pg')['resolved'] = 'https://elsewhere.example/pg/-/pg-8.0.0.tgz';
    },
    /several registries: https:\/\/elsewhere\.example, https:\/\/registry\.npmjs\.org/,
  ],
  [
    'a new install script',
    (lockfile) => (locked(lockfile, 'fastify')['hasInstallScript'] = true),
    /fastify runs a script when it is installed/,
  ],
  [
    'a version that is a range',
    (_lockfile, manifest) => (manifest.dependencies['react'] = '^19.3.1'),
    /package\.json: react is "\^19\.3\.1"; versions are exact/,
  ],
  [
    'an override that is a range',
    (_lockfile, manifest) => (manifest.overrides['cookie'] = '>=1'),
    /the override of cookie is ">=1"/,
  ],
  [
    'a package.json that does not match the lockfile',
    (_lockfile, manifest) => (manifest.dependencies['react'] = '19.0.0'),
    /react 19\.0\.0 does not match the lockfile/,
  ],
])('%s is refused', (_what, change, sentence) => {
  const { status, output } = run('lockfile.mjs', [plant(change)]);
  expect(output).toMatch(sentence);
  expect(status).toBe(1);
});

test('the bill of materials lists every production package once, with its dependencies', () => {
  const file = path.join(folder, 'sbom.json');
  expect(run('sbom.mjs', [file])).toMatchObject({ status: 0 });
  const { specVersion, components, dependencies } = JSON.parse(fs.readFileSync(file, 'utf8')) as Sbom;
  expect(specVersion).toBe('1.6');
  const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name));
  // A library that only one workspace uses, the workspaces themselves, and no development dependency.
  expect(names).toEqual(expect.arrayContaining(['react', '@electric-sql/pglite', 'fastify', 'host']));
  expect(names).not.toContain('jest');
  const findRef = (wanted: string) => components.find(({ name }) => name === wanted)?.['bom-ref'];
  const api = dependencies.find(({ ref }) => ref === findRef('api'));
  expect(api?.dependsOn).toContain(findRef('fastify'));
});

test('every license of a production package is allowed', () => {
  expect(run('licenses.mjs')).toEqual({ status: 0, output: expect.stringMatching(/every license allowed/) });
});

test.each([
  [
    'a license that is not allowed',
    'AGPL-3.0-only',
    'AGPL-3.0-only',
    /fastify@\S+ has the license AGPL-3\.0-only, which is not allowed/,
  ],
  [
    'a package without a license',
    undefined,
    undefined,
    /fastify@\S+ has the license unknown, which is not allowed[\s\S]*its files say nothing/,
  ],
  [
    'a lockfile whose license differs from the files',
    'MIT',
    'AGPL-3.0-only',
    /fastify@\S+: the lockfile says MIT, its files say AGPL-3\.0-only/,
  ],
])('%s is refused', (_what, inLockfile, inFiles, sentence) => {
  const directory = plant((lockfile) => (locked(lockfile, 'fastify')['license'] = inLockfile));
  fs.mkdirSync(path.join(directory, 'node_modules/fastify'), { recursive: true });
  fs.writeFileSync(
    path.join(directory, 'node_modules/fastify/package.json'),
    JSON.stringify({ name: 'fastify', license: inFiles }),
  );
  const { status, output } = run('licenses.mjs', [directory]);
  expect(output).toMatch(sentence);
  expect(status).toBe(1);
});

describe('the audit', () => {
  /** Runs the audit with a fake npm that returns this report. */
  const withNpm = (answer: object, status: number): ReturnType<typeof run> => {
    const bin = fs.mkdtempSync(path.join(folder, 'bin-'));
    fs.writeFileSync(
      path.join(bin, 'npm'),
      `#!${process.execPath}\nconsole.log(${JSON.stringify(JSON.stringify(answer))}); process.exitCode = ${status};\n`,
      { mode: 0o755 },
    );
    return run('audit.mjs', [], { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH']}` });
  };
  const found = (severity: string) => ({
    vulnerabilities: { leftpad: { name: 'leftpad', severity, range: '<2.0.0', fixAvailable: true } },
    metadata: { vulnerabilities: { info: 0, low: 0, moderate: 0 } },
  });

  test.each(['high', 'critical'])('a %s finding fails the run', (severity) => {
    expect(withNpm(found(severity), 1)).toEqual({
      status: 1,
      output: expect.stringContaining(`${severity}: leftpad <2.0.0, fixed in a newer version`),
    });
  });
  test('a moderate finding is counted', () => {
    expect(withNpm(found('moderate'), 0)).toMatchObject({ status: 0 });
  });
  test('a registry without audits does not fail the run, and is not reported as success', () => {
    const { status, output } = withNpm({ message: '405 Method Not Allowed', error: { summary: '' } }, 1);
    expect(status).toBe(0);
    expect(output).toMatch(/NOT AUDITED[\s\S]*405/);
    expect(output).not.toMatch(/No production package has known/);
  });
});
