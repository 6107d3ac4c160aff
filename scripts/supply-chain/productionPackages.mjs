import { readLockedPackages } from './lockfile.mjs';

const byNameAndVersion = (a, b) =>
  a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en', { numeric: true });

/**
 * Lists the packages that run in production or build it: every non-development package of the lockfile, each version
 * once, for every platform. Read from the lockfile, so that the list is the same on every machine.
 */
export const productionPackages = (root) => {
  const unique = new Map(
    readLockedPackages(root)
      .filter(({ dev }) => !dev)
      .map((entry) => [`${entry.name}@${entry.version}`, entry]),
  );
  return [...unique.values()].sort(byNameAndVersion);
};
