import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Packages with an install script, each reviewed: native code, or a choice of it. core-js-pure only prints a request
 * for donations. libxmljs2 is an optional part of cyclonedx-npm that validates XML; we write JSON.
 */
const MAY_RUN_INSTALL_SCRIPTS = ['@parcel/watcher', '@swc/core', 'core-js-pure', 'esbuild', 'libxmljs2'];
const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const SHA512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies'];

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const getName = (location, entry) =>
  entry.name ?? location.slice(location.lastIndexOf('node_modules/') + 'node_modules/'.length);
const isThirdParty = (location, entry) => location.includes('node_modules/') && !entry.link;

/** Returns all third-party packages of the lockfile. */
export const readLockedPackages = (root) =>
  Object.entries(readJson(path.join(root, 'package-lock.json')).packages)
    .filter(([location, entry]) => isThirdParty(location, entry))
    .map(([location, entry]) => ({ ...entry, location, name: getName(location, entry) }));

const checkOrigins = (packages) => {
  const faults = [];
  const origins = new Set();
  for (const { name, version, resolved, integrity } of packages) {
    if (!SHA512.test(integrity ?? '')) faults.push(`${name}@${version} has no sha512 hash`);
    // npm may omit the URL (omit-lockfile-registry-resolved); then it uses the configured registry.
    if (resolved === undefined) continue;
    const url = URL.canParse(resolved) ? new URL(resolved) : undefined;
    if (url?.protocol !== 'https:')
      faults.push(`${name}@${version} comes from ${resolved}: only a registry behind https is allowed`);
    else origins.add(url.origin);
  }
  if (origins.size > 1) faults.push(`Packages come from several registries: ${[...origins].sort().join(', ')}`);
  return faults;
};

const checkInstallScripts = (packages) => {
  const running = new Set(packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name));
  return [
    ...[...running]
      .filter((name) => !MAY_RUN_INSTALL_SCRIPTS.includes(name))
      .map((name) => `${name} runs a script when it is installed and is not on the list of allowed packages`),
    ...MAY_RUN_INSTALL_SCRIPTS.filter((name) => !running.has(name)).map(
      (name) => `${name} is allowed to run a script when it is installed but has none: remove it from the list`,
    ),
  ];
};

const flattenOverrides = (overrides = {}) =>
  Object.entries(overrides).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : flattenOverrides(value),
  );

const checkManifests = (root, lockfile) =>
  Object.entries(lockfile.packages)
    .filter(
      ([location, entry]) =>
        !location.includes('node_modules/') && !entry.link && existsSync(path.join(root, location, 'package.json')),
    )
    .flatMap(([location, entry]) => {
      const file = path.join(location, 'package.json');
      const manifest = readJson(path.join(root, file));
      return DEPENDENCIES.flatMap((kind) => {
        const asked = Object.entries(manifest[kind] ?? {});
        return [
          ...asked
            .filter(([, version]) => !EXACT.test(version))
            .map(([name, version]) => `${file}: ${name} is "${version}"; versions are exact`),
          ...asked
            .filter(([name, version]) => entry[kind]?.[name] !== version)
            .map(([name, version]) => `${file}: ${name} ${version} does not match the lockfile; run npm install`),
        ];
      }).concat(
        flattenOverrides(manifest.overrides)
          .filter(([, version]) => !EXACT.test(version))
          .map(([name, version]) => `${file}: the override of ${name} is "${version}"; versions are exact`),
      );
    });

/**
 * Returns one sentence for each problem of the lockfile and the package.json files. Needs no installed packages,
 * because it runs before the installation.
 */
export const findLockfileFaults = (root) => {
  const packages = readLockedPackages(root);
  return [
    ...checkOrigins(packages),
    ...checkInstallScripts(packages),
    ...checkManifests(root, readJson(path.join(root, 'package-lock.json'))),
  ];
};
