import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { DEV_NODE_PATH, type BuiltDevRemote } from '@shop/build/dev-server';
import { hashContent } from '@shop/registry';
import type { RemoteId } from '@shop/runtime/remotes';
import { installDirectory } from '../releases/installDirectory';
import { ensureNodeBuildDirectory } from '../releases/LocalReleases';
import { DevServerError } from './DevServerError';
import { fetchWithLimits } from './fetchWithLimits';

const MAX_FILES = 400;
const MAX_BYTES = 60_000_000;
const FETCH_TIMEOUT_MS = 10_000;
/** More than one, because a page that is being rendered may still read the previous build. */
const MAX_BUILDS_PER_REMOTE = 3;

export interface DevBuild {
  /** Derived from the content, so renderers load each build as a new module. */
  readonly version: string;
  readonly entry: string;
}

/**
 * Stores node builds of dev servers where renderers can read them. Each edit is a new build; only the newest are kept.
 */
export class DevBuilds {
  /** Build directories by remote, oldest first. */
  readonly #directories = new Map<RemoteId, readonly string[]>();
  readonly #pending = new Map<string, Promise<boolean>>();

  constructor(private readonly cacheDirectory: string) {}

  /**
   * Downloads a build. Returns undefined if the remote was rebuilt meanwhile.
   * @throws {DevServerError} if the download fails or exceeds the limits.
   */
  async install(
    remote: RemoteId,
    origin: string,
    { entry, files }: BuiltDevRemote['node'],
  ): Promise<DevBuild | undefined> {
    if (Object.keys(files).length > MAX_FILES)
      throw new DevServerError(`The build of ${remote} has more than ${MAX_FILES} files.`);
    const content = crypto
      .createHash('sha256')
      .update(JSON.stringify(Object.entries(files).sort()))
      .digest('hex')
      .slice(0, 32);
    const version = `development-${content}`;
    const directory = path.join(ensureNodeBuildDirectory(this.cacheDirectory), version, remote);
    const pending =
      this.#pending.get(directory) ??
      installDirectory(directory, {
        cacheDirectory: this.cacheDirectory,
        fill: (unfinished) => this.#download(remote, origin, files, unfinished),
      }).finally(() => this.#pending.delete(directory));
    this.#pending.set(directory, pending);
    if (!(await pending)) return undefined;
    await this.#deleteOldBuilds(remote, path.dirname(directory));
    return { version, entry: path.join(directory, entry) };
  }

  /** Downloads the described files. Returns false if one of them has other content. */
  async #download(
    remote: RemoteId,
    origin: string,
    files: BuiltDevRemote['node']['files'],
    directory: string,
  ): Promise<boolean> {
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    let room = MAX_BYTES;
    for (const [name, hash] of Object.entries(files)) {
      const body = await fetchWithLimits(`${origin}${DEV_NODE_PATH}${name}`, { maxBytes: room, signal }).catch(
        (error: unknown) => {
          throw new DevServerError(`The node build of ${remote} could not be downloaded.`, String(error));
        },
      );
      room -= body.length;
      if (hashContent(body) !== hash) return false;
      await fs.writeFile(path.join(directory, name), body);
    }
    return true;
  }

  async #deleteOldBuilds(remote: RemoteId, directory: string): Promise<void> {
    const directories = [...(this.#directories.get(remote) ?? []).filter((other) => other !== directory), directory];
    this.#directories.set(remote, directories.slice(-MAX_BUILDS_PER_REMOTE));
    await Promise.all(
      directories.slice(0, -MAX_BUILDS_PER_REMOTE).map((old) => fs.rm(old, { recursive: true, force: true })),
    );
  }
}
