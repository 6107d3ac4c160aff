import type { RemoteId } from '@shop/runtime/remotes';
import type { CollectedRelease } from './collectGarbage';
import type { CompositionFile, ReleaseSet } from './compositionFile';
import type { GoLiveResult } from './goLive';
import type { ReleaseUpload } from './publishRelease';
import type { Release } from './release';
import type { Webhook } from './webhooks/webhooks';

/**
 * Operations of the command line on a registry: either the local storage or one behind HTTP. Every method may throw a
 * RegistryError.
 */
export interface RegistryAccess {
  readComposition(): Promise<CompositionFile>;
  listRemotes(): Promise<RemoteId[]>;
  listReleases(remote: RemoteId): Promise<Release[]>;
  publish(upload: ReleaseUpload): Promise<Release>;
  /** Makes the releases live immediately. */
  promote(set: ReleaseSet, reason?: string): Promise<{ changed: boolean }>;
  /** Makes releases live in the way this registry is configured: in steps in production, immediately elsewhere. */
  goLive(set: ReleaseSet, reason?: string): Promise<GoLiveResult>;
  showCanary(remote: RemoteId, version: string, weight: number): Promise<void>;
  endCanary(remote: RemoteId): Promise<void>;
  /** Returns the version that is live now. */
  rollBack(remote: RemoteId, to?: string, reason?: string): Promise<string>;
  /** Reverts one change of the history. */
  revertChange(id: string): Promise<void>;
  collectGarbage(options: { keptDays: number; dryRun: boolean }): Promise<CollectedRelease[]>;
  /** Returns the query string of a signed link. */
  createLink(remote: RemoteId, version: string, hours: number): Promise<string>;
  /** Lists the webhooks that the caller may change. */
  listWebhooks(): Promise<Webhook[]>;
  /** The secret is returned only by this call. */
  addWebhook(request: { url: string; remotes: readonly RemoteId[] }): Promise<{ id: string; secret: string }>;
  removeWebhook(id: string): Promise<void>;
  /** Returns what went wrong, or undefined if the receiver accepted the event. */
  testWebhook(id: string): Promise<string | undefined>;
}
