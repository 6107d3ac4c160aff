import { lockedPackages } from './lockfile.mjs';

const byNameAndVersion = (a, b) =>
  a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en', { numeric: true });

/**
 * What runs in production or builds what does: every package of the lockfile that is not of development only, each
 * version once, for every platform. Read from the lockfile, so that it is the same list on every machine.
 */
export const productionPackages = (root) => {
  const unique = new Map(
    lockedPackages(root)
      .filter(({ dev }) => !dev)
      .map((entry) => [`${entry.name}@${entry.version}`, entry]),
  );
  return [...unique.values()].sort(byNameAndVersion);
};
