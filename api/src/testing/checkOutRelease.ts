import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@shop/server-kit/testing/ManagedProcess';

const run = (command: string, args: readonly string[]): void => {
  const { status, stderr } = spawnSync(command, args, { cwd: repositoryRoot, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`);
};

const isLink = (file: string): boolean => fs.lstatSync(file).isSymbolicLink();

/** Links installed libraries. npm's links to workspaces are relative: copied, they lead to the copy's own. */
const linkLibraries = (folder: string, directory: string): void => {
  const [from, to] = [path.join(repositoryRoot, folder), path.join(directory, folder)];
  fs.mkdirSync(to);
  for (const name of fs.readdirSync(from).filter((entry) => !entry.startsWith('.'))) {
    const [source, target] = [path.join(from, name), path.join(to, name)];
    if (isLink(source)) fs.symlinkSync(fs.readlinkSync(source), target);
    else if (name === '@shop') linkLibraries(path.join(folder, name), directory);
    else fs.symlinkSync(source, target);
  }
};

/** Writes the sources of a commit into a new directory, with the libraries that are installed here. */
export const checkOutRelease = (commit: string, directory: string): void => {
  const archive = `${directory}.tar`;
  fs.mkdirSync(directory);
  run('git', ['archive', '--output', archive, commit]);
  run('tar', ['-xf', archive, '-C', directory]);
  fs.rmSync(archive);
  linkLibraries('node_modules', directory);
  // Packages whose version differs from the one that others use are installed next to their user.
  for (const workspace of ['api', 'shared', 'server-kit']) {
    const own = path.join(workspace, 'node_modules');
    if (fs.existsSync(path.join(repositoryRoot, own))) linkLibraries(own, directory);
  }
};
