import type { RemoteId } from '../remotes';
import type { Collected } from './collectGarbage';
import type { CompositionFile, ReleaseSet } from './compositionFile';
import type { ReleaseUpload } from './publishRelease';
import type { Release } from './release';

/** What the command line does with a registry: the one beside it, or one behind HTTP. Each may throw a RegistryError. */
export interface RegistryAccess {
  composition(): Promise<CompositionFile>;
  remotes(): Promise<RemoteId[]>;
  releases(remote: RemoteId): Promise<Release[]>;
  publish(upload: ReleaseUpload): Promise<Release>;
  promote(set: ReleaseSet, reason?: string): Promise<{ changed: boolean }>;
  canary(remote: RemoteId, version: string, weight: number): Promise<void>;
  endCanary(remote: RemoteId): Promise<void>;
  /** Answers the version that is live now. */
  rollback(remote: RemoteId, to?: string, reason?: string): Promise<string>;
  /** Takes back one change of the history: `at` is when it happened. */
  takeBack(at: string): Promise<void>;
  collectGarbage(options: { keptDays: number; dryRun: boolean }): Promise<Collected[]>;
  /** The query of a signed link. */
  link(remote: RemoteId, version: string, hours: number): Promise<string>;
}
