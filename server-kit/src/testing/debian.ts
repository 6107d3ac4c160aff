import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** A required program is missing and could not be installed. */
export class MissingProgramError extends Error {
  override name = 'MissingProgram';
}

const exists = (file: string): boolean => fs.existsSync(file);

/**
 * Installs missing files from Debian packages, if possible.
 * @throws {MissingProgramError} with the command that installs them.
 */
export const requireFiles = (files: readonly string[], packages: readonly string[]): void => {
  if (files.every(exists)) return;
  const canInstall = process.getuid?.() === 0 && fs.existsSync('/etc/debian_version');
  if (canInstall) {
    console.warn(`Installing ${packages.join(', ')} from Debian …`);
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const missing = files.filter((file) => !exists(file));
  if (missing.length > 0)
    throw new MissingProgramError(`${missing.join(', ')} is missing: apt-get install ${packages.join(' ')}`);
};
