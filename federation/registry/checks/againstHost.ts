import { satisfies } from 'semver';
import type { HostDescription, Release } from '../release';

type FromHost = Pick<HostDescription, 'version' | 'contracts' | 'singletons' | 'slices' | 'reservedPaths' | 'exposes'>;
type OfRelease = Pick<Release, 'contract' | 'requires' | 'exposes' | 'slices' | 'mounts'>;

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** Why a release cannot run in a host: one sentence each; none where it can. */
export const reasonsAgainstHost = (release: OfRelease, host: FromHost): string[] => {
  const named = `the live host ${host.version}`;
  return [
    ...(host.contracts.includes(release.contract) ? [] : [`It speaks contract version ${release.contract}; ${named} speaks ${host.contracts.join(', ')}.`]),
    ...Object.entries(release.requires).flatMap(([singleton, range]) => {
      const provided = host.singletons[singleton];
      if (provided === undefined) return [`It needs ${singleton} ${range}; ${named} provides none.`];
      return satisfies(provided, range) ? [] : [`It needs ${singleton} ${range}; ${named} provides ${provided}.`];
    }),
    ...host.exposes.filter((expose) => !release.exposes.includes(expose)).map((expose) => `It does not expose ${expose}, which ${named} loads.`),
    ...release.slices.filter((slice) => host.slices.includes(slice)).map((slice) => `Its slice "${slice}" is the shop's own.`),
    ...release.mounts.flatMap((mount) => host.reservedPaths.filter((reserved) => isBelow(mount, reserved)).map((reserved) => `${mount} is not for remotes: ${reserved} is the host's.`)),
  ];
};
