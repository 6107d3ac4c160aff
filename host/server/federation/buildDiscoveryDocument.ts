import type { RemoteId } from '@shop/runtime/remotes';
import { toPageRelease, type LocalRelease, type RemoteReleases } from '../releases/LiveComposition';

const SCHEMA = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json';
const FULL_TRAFFIC_PERCENT = 100;

/**
 * Returns the live composition in the awslabs frontend-discovery schema (v1-pre): the versions of each remote and their
 * share of the traffic.
 */
export const buildDiscoveryDocument = (releases: ReadonlyMap<RemoteId, RemoteReleases>) => {
  const toVersionEntry = (
    shown: LocalRelease,
    previous: LocalRelease | undefined,
    traffic: number,
    isDefault: boolean,
  ) => {
    const { entry, integrity = '', version, container, mounts } = toPageRelease(shown, undefined);
    return {
      url: entry,
      ...(previous ? { fallbackUrl: toPageRelease(previous, undefined).entry } : {}),
      metadata: { integrity, version },
      deployment: { traffic, default: isDefault },
      extras: {
        moduleFederation: { type: 'global', name: container, expose: './remote' },
        mounts,
        contract: shown.release.contract,
      },
    };
  };
  const microFrontends = [...releases].flatMap(([remote, { live, canary, previous }]) =>
    live
      ? [
          [
            remote,
            [
              toVersionEntry(live, previous, FULL_TRAFFIC_PERCENT - (canary?.weight ?? 0), true),
              ...(canary ? [toVersionEntry(canary, live, canary.weight, false)] : []),
            ],
          ] as const,
        ]
      : [],
  );
  return { schema: SCHEMA, microFrontends: Object.fromEntries(microFrontends) };
};
