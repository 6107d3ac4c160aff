import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The versions that README promises, by major version. */
export const NODE_VERSIONS = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0', 26: '26.12.1' };

/** Returns the absolute path of a program; undefined if PATH has none. */
export const findProgram = (program) =>
  process.env.PATH.split(path.delimiter)
    .map((directory) => path.join(directory, program))
    .find((file) => existsSync(file));

/**
 * Creates a folder for PATH with nothing but Node of this version, npm, git and the shell that npm needs. Node comes
 * from npm.
 */
export const provideNode = (major, directory) => {
  const packages = path.join(directory, `node-${major}`);
  const name = `node-${process.platform}-${process.arch}`;
  const node = path.join(packages, 'node_modules', name, 'bin/node');
  if (!existsSync(node)) {
    mkdirSync(packages, { recursive: true });
    writeFileSync(path.join(packages, 'package.json'), '{ "private": true }');
    const { status, stderr } = spawnSync('npm', ['install', '--no-save', `${name}@${NODE_VERSIONS[major]}`], {
      cwd: packages,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`Node ${NODE_VERSIONS[major]} could not be installed: ${stderr}`);
  }
  const bin = path.join(packages, 'bin');
  if (existsSync(bin)) return bin;
  mkdirSync(bin);
  symlinkSync(node, path.join(bin, 'node'));
  symlinkSync(realpathSync(findProgram('npm')), path.join(bin, 'npm'));
  for (const program of ['git', 'sh']) symlinkSync(findProgram(program), path.join(bin, program));
  return bin;
};
