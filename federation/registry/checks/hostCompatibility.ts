import { satisfies } from 'semver';
import type { HostDescription, Release } from '../release';

type HostInterface = Pick<
  HostDescription,
  'version' | 'contracts' | 'singletons' | 'exports' | 'slices' | 'reservedPaths' | 'exposes'
>;
type ReleaseInterface = Pick<Release, 'contract' | 'requires' | 'imports' | 'exposes' | 'slices' | 'mounts'>;

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

const findMissingExports = (
  { imports = {} }: ReleaseInterface,
  { exports = {} }: HostInterface,
): { readonly singleton: string; readonly name: string }[] =>
  Object.entries(imports).flatMap(([singleton, names]) => {
    const exported = exports[singleton];
    return exported ? names.filter((name) => !exported.includes(name)).map((name) => ({ singleton, name })) : [];
  });

/** Returns the reasons why a release cannot run in a host, one sentence each; empty if it can. */
export const checkHostCompatibility = (release: ReleaseInterface, host: HostInterface): string[] => {
  const hostName = `the live host ${host.version}`;
  return [
    ...(host.contracts.includes(release.contract)
      ? []
      : [`It speaks contract version ${release.contract}; ${hostName} speaks ${host.contracts.join(', ')}.`]),
    ...Object.entries(release.requires).flatMap(([singleton, range]) => {
      const provided = host.singletons[singleton];
      if (provided === undefined) return [`It needs ${singleton} ${range}; ${hostName} provides none.`];
      return satisfies(provided, range) ? [] : [`It needs ${singleton} ${range}; ${hostName} provides ${provided}.`];
    }),
    ...findMissingExports(release, host).map(
      ({ singleton, name }) =>
        `It imports ${name} of ${singleton}, which ${hostName} does not export: there it would be undefined.`,
    ),
    ...host.exposes
      .filter((expose) => !release.exposes.includes(expose))
      .map((expose) => `It does not expose ${expose}, which ${hostName} loads.`),
    ...release.slices
      .filter((slice) => host.slices.includes(slice))
      .map((slice) => `Its slice "${slice}" is the shop's own.`),
    ...release.mounts.flatMap((mount) =>
      host.reservedPaths
        .filter((reserved) => isBelow(mount, reserved))
        .map((reserved) => `${mount} is not for remotes: ${reserved} is the host's.`),
    ),
  ];
};
