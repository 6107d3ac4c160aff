import { satisfies } from 'semver';
import { getAudience } from '@shop/runtime/remotes';
import type { HostDescription, Release } from '../release';

type HostInterface = Pick<
  HostDescription,
  'version' | 'contracts' | 'singletons' | 'exports' | 'slices' | 'audiences' | 'reservedPaths' | 'exposes'
>;
type ReleaseInterface = Pick<
  Release,
  'contract' | 'requires' | 'imports' | 'exposes' | 'slices' | 'audience' | 'mounts'
>;

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

const findMissingExports = (
  { imports = {} }: Pick<ReleaseInterface, 'imports'>,
  { exports = {} }: HostInterface,
): { readonly singleton: string; readonly name: string }[] =>
  Object.entries(imports).flatMap(([singleton, names]) => {
    const exported = exports[singleton];
    return exported ? names.filter((name) => !exported.includes(name)).map((name) => ({ singleton, name })) : [];
  });

const nameHost = ({ version }: HostInterface): string => `the live host ${version}`;

/** Returns one sentence for each singleton, or export of one, that a build needs and the host does not provide. */
export const checkSingletons = (
  build: Pick<ReleaseInterface, 'requires' | 'imports'>,
  host: HostInterface,
): string[] => [
  ...Object.entries(build.requires).flatMap(([singleton, range]) => {
    const provided = host.singletons[singleton];
    if (provided === undefined) return [`It needs ${singleton} ${range}; ${nameHost(host)} provides none.`];
    return satisfies(provided, range)
      ? []
      : [`It needs ${singleton} ${range}; ${nameHost(host)} provides ${provided}.`];
  }),
  ...findMissingExports(build, host).map(
    ({ singleton, name }) =>
      `It imports ${name} of ${singleton}, which ${nameHost(host)} does not export: there it would be undefined. Do without it, or have it exported (federation/runtime/facades) and deploy the hosts first.`,
  ),
];

const checkContract = ({ contract }: ReleaseInterface, host: HostInterface): string[] => {
  if (host.contracts.includes(contract)) return [];
  const advice =
    contract > Math.max(...host.contracts)
      ? `Publish it when a host that speaks ${contract} is live.`
      : 'Build it again with the current shared package.';
  return [`It speaks contract version ${contract}; ${nameHost(host)} speaks ${host.contracts.join(', ')}. ${advice}`];
};

/** An older host would show it in the shop. */
const checkAudience = (release: ReleaseInterface, host: HostInterface): string[] =>
  (host.audiences ?? ['shoppers']).includes(getAudience(release))
    ? []
    : [`It is for ${getAudience(release)}, whom ${nameHost(host)} does not serve: deploy the hosts first.`];

/** Returns the reasons why a release cannot run in a host, one sentence each; empty if it can. */
export const checkHostCompatibility = (release: ReleaseInterface, host: HostInterface): string[] => {
  return [
    ...checkContract(release, host),
    ...checkAudience(release, host),
    ...checkSingletons(release, host),
    ...host.exposes
      .filter((expose) => !release.exposes.includes(expose))
      .map((expose) => `It does not expose ${expose}, which ${nameHost(host)} loads.`),
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
