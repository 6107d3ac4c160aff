import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root as repository } from '../install.mjs';
import { run } from '../processes.mjs';
import { productionPackages } from './productionPackages.mjs';

const cyclonedx = path.join(repository, 'node_modules/.bin/cyclonedx-npm');

/** Package name as in npm: CycloneDX separates the scope. */
const toId = ({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`;

/**
 * Writes a CycloneDX document of every production package, for every platform, from the lockfile. Returns the parsed
 * document.
 * @throws {Error} if cyclonedx-npm fails, or a production package is missing.
 */
export const writeSbom = async (root, file) => {
  const code = await run(
    cyclonedx,
    ['--package-lock-only', '--omit', 'dev', '--flatten-components', '--spec-version', '1.6', '--output-file', file],
    { cwd: root },
  );
  if (code !== 0) throw new Error(`cyclonedx-npm failed with ${code}.`);
  const document = JSON.parse(readFileSync(file, 'utf8'));
  const listed = new Set(document.components.map(toId));
  const missing = productionPackages(root)
    .map(toId)
    .filter((id) => !listed.has(id));
  if (missing.length > 0) throw new Error(`The bill of materials lacks ${missing.join(', ')}.`);
  return document;
};
