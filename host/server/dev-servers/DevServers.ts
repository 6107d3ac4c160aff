import type { RemotePlace } from '@shop/runtime/composition';
import { DEV_CLIENT_PATH } from '@shop/build/dev-server';
import { getAudience, isUnder, type Audience, type RemoteId } from '@shop/runtime/remotes';
import type { RemoteReleases } from '../releases/LiveComposition';
import { DevBuilds } from './DevBuilds';
import type { DevRelease } from './DevRelease';
import { DevServerError } from './DevServerError';
import { readDevRemote } from './readDevRemote';

/** A save during the download changes the build, so the read is retried. */
const MAX_ATTEMPTS = 3;

type MountsByRemote = readonly (readonly [RemoteId, Pick<RemotePlace, 'mounts'>])[];

/** @throws {DevServerError} if a mount overlaps one of another remote. */
const assertMountsAreFree = (remote: RemoteId, { mounts }: RemotePlace, others: MountsByRemote): void => {
  const overlaps = others.flatMap(([other, place]) =>
    other === remote
      ? []
      : mounts.flatMap((mount) =>
          place.mounts
            .filter((otherMount) => isUnder(otherMount, mount) || isUnder(mount, otherMount))
            .map((otherMount) => `${mount} of ${remote} and ${otherMount} of ${other} overlap.`),
        ),
  );
  if (overlaps.length > 0)
    throw new DevServerError(
      `${remote} mounts paths of another remote (see mounts in its remote.json).`,
      overlaps.join('\n'),
    );
};

/** Reads remotes from dev servers on this machine. */
export class DevServers {
  readonly #builds: DevBuilds;

  constructor(cacheDirectory: string) {
    this.#builds = new DevBuilds(cacheDirectory);
  }

  /**
   * Reads the requested dev servers of an audience's remotes and checks their mounts against its other releases.
   * @throws {DevServerError}
   */
  async read(
    origins: ReadonlyMap<RemoteId, string>,
    releases: ReadonlyMap<RemoteId, RemoteReleases>,
    audience: Audience,
  ): Promise<Map<RemoteId, DevRelease>> {
    const shown = await Promise.all(
      [...origins].map(async ([remote, origin]) => [remote, await this.#readOne(remote, origin)] as const),
    );
    const others: MountsByRemote = [
      ...shown.map(([remote, { place }]) => [remote, place] as const),
      ...[...releases].flatMap(([remote, { place }]) =>
        place && !origins.has(remote) ? [[remote, place] as const] : [],
      ),
    ];
    for (const [remote, { place }] of shown) {
      if (getAudience(place) !== audience)
        throw new DevServerError(`${remote} is for ${getAudience(place)}, whose pages have another address.`);
      assertMountsAreFree(remote, place, others);
    }
    return new Map(shown);
  }

  async #readOne(remote: RemoteId, origin: string, attemptsLeft = MAX_ATTEMPTS - 1): Promise<DevRelease> {
    const { audience, mounts, privateMounts, missingTitle, web, node, clientScripts } = await readDevRemote(
      remote,
      origin,
    );
    const build = await this.#builds.install(remote, origin, node);
    if (!build) {
      if (attemptsLeft === 0) throw new DevServerError(`${remote} keeps being rebuilt while it is read.`);
      return this.#readOne(remote, origin, attemptsLeft - 1);
    }
    const toUrl = (file: string): string => `${origin}/${file}`;
    return {
      place: { audience, mounts, privateMounts, missingTitle },
      version: build.version,
      nodeEntry: build.entry,
      origin,
      entry: toUrl(web.entry),
      styles: web.styles.map(toUrl),
      chunkStyles: Object.fromEntries(
        Object.entries(web.chunkStyles).map(([chunk, files]) => [chunk, files.map(toUrl)]),
      ),
      clientScripts: clientScripts.map((file) => `${origin}${DEV_CLIENT_PATH}${file}`),
    };
  }
}
