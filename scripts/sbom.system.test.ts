import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sbom-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

interface Sbom {
  readonly specVersion: string;
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly group?: string;
    readonly name: string;
    readonly version: string;
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}
interface Locked {
  readonly link?: boolean;
  readonly dev?: boolean;
  /** Of an alias: the name of the package. */
  readonly name?: string;
  readonly version?: string;
}

test('the bill of materials lists every production package, with its dependencies', () => {
  const file = path.join(folder, 'sbom.json');
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'sbom', '--', '--output-file', file], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const { specVersion, components, dependencies } = JSON.parse(fs.readFileSync(file, 'utf8')) as Sbom;
  expect(specVersion).toBe('1.6');
  const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name));
  const listed = new Set(components.map(({ version }, index) => `${names[index]}@${version}`));
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const production = Object.entries(packages)
    .filter(([location, { link, dev }]) => location.includes('node_modules/') && !link && !dev)
    .map(([location, { name = location.split('node_modules/').at(-1), version }]) => `${name}@${version}`);
  expect(production.filter((id) => !listed.has(id))).toEqual([]);
  // The workspaces themselves, and no development dependency.
  expect(names).toContain('host');
  expect(names).not.toContain('jest');
  const findRef = (wanted: string) => components.find(({ name }) => name === wanted)?.['bom-ref'];
  const api = dependencies.find(({ ref }) => ref === findRef('api'));
  expect(api?.dependsOn).toContain(findRef('fastify'));
});
