import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../repository/repositoryRoot';

/**
 * Copies the repository to a temporary folder, like a fresh clone: its own sources, the installed libraries, nothing
 * built.
 */
export const copyRepository = (): { readonly directory: string; readonly remove: () => void } => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-'));
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  }).split('\n');
  for (const file of files) {
    const source = path.join(repositoryRoot, file);
    if (file === '' || file.startsWith('e2e/fixtures/') || !fs.existsSync(source)) continue;
    fs.mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
    fs.copyFileSync(source, path.join(directory, file));
  }
  // Installed libraries are linked; the workspaces are those of the copy.
  const libraries = path.join(directory, 'node_modules');
  fs.mkdirSync(path.join(libraries, '@shop'), { recursive: true });
  for (const name of fs.readdirSync(path.join(repositoryRoot, 'node_modules'))) {
    if (name !== '@shop' && !fs.existsSync(path.join(directory, name, 'package.json')))
      fs.symlinkSync(path.join(repositoryRoot, 'node_modules', name), path.join(libraries, name));
  }
  for (const folder of ['shared', 'federation/build', 'federation/registry', 'federation/runtime', 'server-kit'])
    fs.symlinkSync(path.join(directory, folder), path.join(libraries, '@shop', path.basename(folder)));
  // Packages whose version differs from the one that others use are installed next to their user.
  for (const manifest of files.filter((file) => path.basename(file) === 'package.json')) {
    const own = path.join(path.dirname(manifest), 'node_modules');
    if (path.dirname(manifest) !== '.' && fs.existsSync(path.join(repositoryRoot, own)))
      fs.symlinkSync(path.join(repositoryRoot, own), path.join(directory, own));
  }
  return { directory, remove: () => fs.rmSync(directory, { recursive: true, force: true }) };
};
