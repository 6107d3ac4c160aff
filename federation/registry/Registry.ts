import fs from 'node:fs';
import fsp from 'node:fs/promises';
import path from 'node:path';
import { Check } from '@sinclair/typebox/value';
import type { RemoteId } from '../remotes';
import { CompositionFile, Release } from './release';
import { withFileLock } from './withFileLock';

const HISTORY_LENGTH = 200;
const EMPTY: CompositionFile = { live: {}, history: [] };

export class RegistryError extends Error {
  override name = 'RegistryError';
}

/**
 * Releases on the file system: `<directory>/<remote>/<version>/{web,node,release.json}`, immutable, and
 * `<directory>/composition.json`, replaced whole by a rename so that a reader sees the old or the new one.
 */
export class Registry {
  readonly #releases = new Map<string, Release>();
  readonly #compositionFile: string;

  constructor(readonly directory: string) {
    this.#compositionFile = path.join(directory, 'composition.json');
  }

  releaseDirectory(remote: RemoteId, version: string): string {
    return path.join(this.directory, remote, version);
  }

  /** The composition as it is on disk now. */
  readComposition(): CompositionFile {
    let text: string;
    try {
      text = fs.readFileSync(this.#compositionFile, 'utf8');
    } catch {
      return EMPTY;
    }
    const parsed: unknown = JSON.parse(text);
    if (!Check(CompositionFile, parsed)) throw new RegistryError(`${this.#compositionFile} is not a composition`);
    return parsed;
  }

  /** Changes whenever the composition does: cheap enough to ask at every page. */
  compositionStamp(): string {
    try {
      const { mtimeMs, ino, size } = fs.statSync(this.#compositionFile);
      return `${mtimeMs}-${ino}-${size}`;
    } catch {
      return 'none';
    }
  }

  readRelease(remote: RemoteId, version: string): Release {
    const key = `${remote}@${version}`;
    const known = this.#releases.get(key);
    if (known) return known;
    const file = path.join(this.releaseDirectory(remote, version), 'release.json');
    if (!fs.existsSync(file)) throw new RegistryError(`There is no release ${key}`);
    const parsed: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    if (!Check(Release, parsed)) throw new RegistryError(`${file} is not a release`);
    this.#releases.set(key, parsed);
    return parsed;
  }

  async listVersions(remote: RemoteId): Promise<string[]> {
    const versions = await fsp.readdir(path.join(this.directory, remote)).catch(() => []);
    return versions.filter((version) => !version.startsWith('.'));
  }

  /** Makes a release live for every visit that starts from now on. Answers whether anything changed. */
  async promote(remote: RemoteId, version: string, now: Date): Promise<boolean> {
    this.readRelease(remote, version);
    await fsp.mkdir(this.directory, { recursive: true });
    return withFileLock(`${this.#compositionFile}.lock`, async () => {
      const { live, history } = this.readComposition();
      const from = live[remote] ?? null;
      if (from === version) return false;
      const next: CompositionFile = {
        live: { ...live, [remote]: version },
        history: [...history, { at: now.toISOString(), remote, from, to: version }].slice(-HISTORY_LENGTH),
      };
      const partial = `${this.#compositionFile}.${process.pid}.new`;
      await fsp.writeFile(partial, `${JSON.stringify(next, null, 2)}\n`);
      await fsp.rename(partial, this.#compositionFile);
      return true;
    });
  }

  /** Makes the release live that was live before the present one. */
  async rollback(remote: RemoteId, now: Date): Promise<string> {
    const { live, history } = this.readComposition();
    const last = history.filter((change) => change.remote === remote && change.to === live[remote]).at(-1);
    if (!last?.from) throw new RegistryError(`${remote} has no earlier live release to go back to`);
    await this.promote(remote, last.from, now);
    return last.from;
  }
}
