import { getAudience, type RemoteId } from '@shop/runtime/remotes';
import type { CompositionFile, ReleaseSet } from '../compositionFile';
import type { Registry } from '../Registry';
import { createRefusal, RegistryError } from '../RegistryError';
import type { HostDescription, Release } from '../release';
import { checkGrant, checkPlace } from './audience';
import { checkHostCompatibility, checkSingletons } from './hostCompatibility';
import { checkBudget } from './budget';
import { checkNames } from './contentNames';
import { checkIntegrity } from './integrityTable';
import { checkFills, checkMenuLinks } from './slots';
import { checkOwnership } from './ownership';
import { checkOwnReact } from './ownReact';
import { checkRemovals, listUsesOf, type Consumer } from './removals';
import { checkStyles } from './styles';

/** What a release is checked against: the running hosts and the other releases that are or would be shown. */
interface CheckContext {
  readonly hosts: readonly HostDescription[];
  /** Releases of other remotes: live, canary, or promoted together with this one. */
  readonly others: readonly Release[];
  /** Live release of the same remote. */
  readonly live: Release | undefined;
}

const listConsumers = ({ hosts, others }: Pick<CheckContext, 'hosts' | 'others'>): Consumer[] => [
  ...hosts.map((host) => ({ name: `host ${host.version}`, uses: host.uses })),
  ...others.map((other) => ({ name: `${other.remote} ${other.version}`, uses: other.uses })),
];

const checkAgainst = (release: Release, { hosts, others, live }: CheckContext): string[] => {
  const consumers = listConsumers({ hosts, others });
  return [
    ...new Set([
      ...hosts.flatMap((host) => checkHostCompatibility(release, host)),
      ...checkPlace(release),
      ...checkOwnership(release, others),
      ...(live ? checkRemovals(release, live, consumers) : []),
      ...checkBudget(release),
    ]),
  ];
};

/** Loads the releases shown for other remotes, and those of the set itself. */
const loadShownReleases = async (registry: Registry, file: CompositionFile, set: ReleaseSet): Promise<Release[]> => {
  const shown: (readonly [string, string])[] = [
    ...Object.entries<string>({ ...file.live, ...set }),
    ...Object.entries(file.canary).flatMap(([remote, { version }]) =>
      remote in set ? [] : [[remote, version] as const],
    ),
  ];
  // keys of the composition are remotes
  return Promise.all(shown.map(([remote, version]) => registry.readRelease(remote as RemoteId, version)));
};

/** Releases for other visitors are never on a page with this one. */
const listOthers = (shown: readonly Release[], release: Release): Release[] =>
  shown.filter((other) => other.remote !== release.remote && getAudience(other) === getAudience(release));

/**
 * Refuses releases that would break the running shop before any shopper sees them (decision 0018).
 * @throws {RegistryError} `refused`, with every reason.
 */
export const checkBeforePromotion = async (
  registry: Registry,
  file: CompositionFile,
  set: ReleaseSet,
  now: Date,
): Promise<void> => {
  const [hosts, shownReleases] = await Promise.all([registry.listHosts(now), loadShownReleases(registry, file, set)]);
  for (const [remote, version] of Object.entries(set) as [RemoteId, string][]) {
    // keys of a set are its type's keys
    const liveVersion = file.live[remote];
    const [release, live] = await Promise.all([
      registry.readRelease(remote, version),
      liveVersion === undefined ? undefined : registry.readRelease(remote, liveVersion),
    ]);
    const reasons = [
      ...checkGrant(file, release),
      ...checkAgainst(release, { hosts, others: listOthers(shownReleases, release), live }),
    ];
    if (reasons.length > 0) throw createRefusal(reasons, release);
  }
};

/**
 * Refuses to take a remote out of the shop while something that is shown uses it.
 * @throws {RegistryError} `refused`, with every use.
 */
export const checkBeforeRetiring = async (
  registry: Registry,
  file: CompositionFile,
  remote: RemoteId,
  now: Date,
): Promise<void> => {
  const version = file.live[remote];
  if (version === undefined) return;
  const [hosts, live, shownReleases] = await Promise.all([
    registry.listHosts(now),
    registry.readRelease(remote, version),
    loadShownReleases(registry, file, {}),
  ]);
  const others = listOthers(shownReleases, live);
  const reasons = [...new Set(listUsesOf(live, listConsumers({ hosts, others })))];
  if (reasons.length > 0)
    throw new RegistryError('refused', `${remote} cannot be retired, because other parts of the shop use it:`, reasons);
};

/** Runs the checks that need only the files of a build. They name the cause if its code does not run. */
export const checkBuild = async (
  registry: Registry,
  build: Pick<Release, 'remote' | 'requires' | 'imports'>,
  files: ReadonlyMap<string, Buffer>,
  now: Date,
): Promise<string[]> => {
  const hosts = await registry.listHosts(now);
  return [
    ...new Set(hosts.flatMap((host) => checkSingletons(build, host))),
    ...checkOwnReact(files),
    ...checkStyles(build.remote, files),
  ];
};

/**
 * Runs the checks that need only the release itself, when it is published. Conflicts with other remotes are checked
 * when it is promoted, because a mount can move between teams in a set of releases. `files` are its files by name.
 * @throws {RegistryError} `refused`, with every reason.
 */
export const checkBeforePublish = async (
  registry: Registry,
  release: Release,
  files: ReadonlyMap<string, Buffer>,
  now: Date,
): Promise<void> => {
  const entry = files.get(`web/${release.web.entry}`)?.toString('utf8') ?? '';
  const reasons = [
    ...checkAgainst(release, { hosts: await registry.listHosts(now), others: [], live: undefined }),
    ...checkMenuLinks(release),
    ...checkFills(release),
    ...checkNames(release),
    ...checkIntegrity(release, entry),
    ...checkOwnReact(files),
    ...checkStyles(release.remote, files),
  ];
  if (reasons.length > 0) throw createRefusal(reasons, release);
};
