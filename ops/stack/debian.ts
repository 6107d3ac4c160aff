import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** A program that this machine lacks and that could not be installed. */
export class MissingProgram extends Error {
  override name = 'MissingProgram';
}

const isThere = (file: string): boolean => fs.existsSync(file);

/**
 * Installs what is missing from Debian's packages where that can be done. @throws {MissingProgram} saying what to
 * install.
 */
export const requireFiles = (files: readonly string[], packages: readonly string[]): void => {
  if (files.every(isThere)) return;
  const canInstall = process.getuid?.() === 0 && fs.existsSync('/etc/debian_version');
  if (canInstall) {
    console.warn(`Installing ${packages.join(', ')} from Debian …`);
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const missing = files.filter((file) => !isThere(file));
  if (missing.length > 0) throw new MissingProgram(`${missing.join(', ')} is missing: install ${packages.join(' ')}.`);
};
