import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lockedPackages } from './lockfile.mjs';
import { productionPackages } from './productionPackages.mjs';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const SPDX_ID = /^[A-Za-z0-9.+-]+$/;

const idOf = ({ name, version }) => `${name}@${version}`;
const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** npm's own document: of the packages that only a workspace asks for, it leaves most out. */
const npmDocument = (root) => {
  const { stdout, stderr, status } = spawnSync(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--loglevel=error'],
    { cwd: root, encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES },
  );
  if (status !== 0) throw new Error(`npm sbom: ${stderr}`);
  return JSON.parse(stdout);
};

const componentOf = (entry) => ({
  'bom-ref': idOf(entry),
  type: 'library',
  name: entry.name,
  version: entry.version,
  scope: entry.optional || entry.devOptional ? 'optional' : 'required',
  purl: purlOf(entry),
  hashes: [{ alg: 'SHA-512', content: Buffer.from(entry.integrity.replace('sha512-', ''), 'base64').toString('hex') }],
  ...(entry.license
    ? { licenses: [SPDX_ID.test(entry.license) ? { license: { id: entry.license } } : { expression: entry.license }] }
    : {}),
});

/** Finds what a package gets by a name: in its own node_modules, else in those of the folders above, as Node does. */
const resolverOf = (lockfile) => (location, name) => {
  for (let from = location; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/')))) {
    const candidate = lockfile.packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`];
    if (candidate)
      return candidate.link
        ? { ...lockfile.packages[candidate.resolved], name }
        : { ...candidate, name: candidate.name ?? name };
    if (from === '') return undefined;
  }
};

/** A CycloneDX 1.5 document of all that is not of development only, in every workspace and for every platform. */
export const createSbom = (root) => {
  const document = npmDocument(root);
  const lockfile = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const production = productionPackages(root);
  const known = new Map(document.components.map((component) => [component['bom-ref'], component]));
  for (const entry of production) if (!known.has(idOf(entry))) known.set(idOf(entry), componentOf(entry));
  const top = document.metadata.component;
  top.type = 'application';
  top.name = '@shop/root';

  const isKnown = (id) => known.has(id);
  const resolve = resolverOf(lockfile);
  const workspaces = Object.entries(lockfile.packages).filter(
    ([location, entry]) => !location.includes('node_modules/') && !entry.link,
  );
  const askers = [
    ...workspaces.map(([location, entry]) => ({
      ...entry,
      location,
      name: entry.name ?? location,
      id: location === '' ? top['bom-ref'] : idOf({ name: entry.name ?? location, version: entry.version }),
    })),
    ...lockedPackages(root)
      .filter(({ dev }) => !dev)
      .map((entry) => ({ ...entry, id: idOf(entry) })),
  ];
  const dependsOn = new Map([
    [
      top['bom-ref'],
      new Set(
        workspaces
          .filter(([location]) => location !== '')
          .map(([location, { name = location, version }]) => idOf({ name, version })),
      ),
    ],
  ]);
  for (const asker of askers) {
    const targets = dependsOn.get(asker.id) ?? new Set();
    for (const name of Object.keys({
      ...asker.dependencies,
      ...asker.optionalDependencies,
      ...asker.peerDependencies,
    })) {
      const found = resolve(asker.location, name);
      if (found && isKnown(idOf(found))) targets.add(idOf(found));
    }
    dependsOn.set(asker.id, targets);
  }
  return {
    ...document,
    components: [...known.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
    dependencies: [...dependsOn]
      .filter(([ref]) => ref === top['bom-ref'] || isKnown(ref))
      .map(([ref, targets]) => ({ ref, dependsOn: [...targets].sort() })),
  };
};

/** What keeps the document from being whole: packages it lacks, names twice, references to nothing. */
export const sbomFaults = (root, { metadata, components, dependencies }) => {
  const refs = components.map((component) => component['bom-ref']);
  const known = new Set([...refs, metadata.component['bom-ref']]);
  return [
    ...productionPackages(root)
      .map(idOf)
      .filter((id) => !known.has(id))
      .map((id) => `${id} is missing`),
    ...refs.filter((ref, n) => refs.indexOf(ref) !== n).map((ref) => `${ref} is there twice`),
    ...dependencies
      .flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
      .filter((ref) => !known.has(ref))
      .map((ref) => `${ref} is referred to and not there`),
    ...components.filter(({ purl }) => !purl).map(({ name }) => `${name} has no package URL`),
  ];
};
