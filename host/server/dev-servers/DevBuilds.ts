import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { DEV_NODE_PATH, type BuiltDevRemote } from '@shop/build/dev-server';
import { hashContent } from '@shop/registry';
import type { RemoteId } from '@shop/runtime/remotes';
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
      this.#fetch(remote, origin, files, directory).finally(() => this.#pending.delete(directory));
    this.#pending.set(directory, pending);
    if (!(await pending)) return undefined;
    await this.#deleteOldBuilds(remote, path.dirname(directory));
    return { version, entry: path.join(directory, entry) };
  }

  /** Returns true once the directory holds exactly the described files. */
  async #fetch(
    remote: RemoteId,
    origin: string,
    files: BuiltDevRemote['node']['files'],
    directory: string,
  ): Promise<boolean> {
    if (
      await fs.access(directory).then(
        () => true,
        () => false,
      )
    )
      return true; // directories are renamed into place when complete
    const partial = path.join(this.cacheDirectory, `.${crypto.randomUUID()}`);
    await fs.mkdir(partial, { recursive: true });
    const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
    let room = MAX_BYTES;
    try {
      for (const [name, hash] of Object.entries(files)) {
        const body = await fetchWithLimits(`${origin}${DEV_NODE_PATH}${name}`, { maxBytes: room, signal }).catch(
          (error: unknown) => {
            throw new DevServerError(`The node build of ${remote} could not be downloaded.`, String(error));
          },
        );
        room -= body.length;
        if (hashContent(body) !== hash) return false;
        await fs.writeFile(path.join(partial, name), body);
      }
      await fs.mkdir(path.dirname(directory), { recursive: true });
      await fs.rename(partial, directory).catch(async (error: unknown) => {
        // Another host on this machine installed the same files first.
        if (
          !(await fs.access(directory).then(
            () => true,
            () => false,
          ))
        )
          throw error;
      });
      return true;
    } finally {
      await fs.rm(partial, { recursive: true, force: true });
    }
  }

  async #deleteOldBuilds(remote: RemoteId, directory: string): Promise<void> {
    const directories = [...(this.#directories.get(remote) ?? []).filter((other) => other !== directory), directory];
    this.#directories.set(remote, directories.slice(-MAX_BUILDS_PER_REMOTE));
    await Promise.all(
      directories.slice(0, -MAX_BUILDS_PER_REMOTE).map((old) => fs.rm(old, { recursive: true, force: true })),
    );
  }
}
