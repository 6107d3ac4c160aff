import type { RemoteId } from '../remotes';
import type { CollectedRelease } from './collectGarbage';
import type { CompositionFile, Exceptions, ReleaseSet } from './compositionFile';
import type { GoLiveResult } from './goLive';
import type { FreezeRequest, FreezeWindow } from './policies/freezeWindows';
import type { GoLiveRequest } from './policies/requests';
import type { ReleaseUpload } from './publishRelease';
import type { Release } from './release';
import type { Webhook, WebhookRequest } from './webhooks/webhooks';

/**
 * What the command line does with a registry: the one beside it, or one behind HTTP. Each may throw a RegistryError.
 */
export interface RegistryAccess {
  composition(): Promise<CompositionFile>;
  remotes(): Promise<RemoteId[]>;
  releases(remote: RemoteId): Promise<Release[]>;
  publish(upload: ReleaseUpload): Promise<Release>;
  /** At once. */
  promote(
    set: ReleaseSet,
    reason?: string,
    exceptions?: Exceptions,
  ): Promise<{ changed: boolean; waiting?: GoLiveRequest }>;
  /** As this registry makes live what is published: in production in steps, elsewhere at once. */
  goLive(
    set: ReleaseSet,
    reason?: string,
    exceptions?: Exceptions,
  ): Promise<GoLiveResult & { readonly waiting?: GoLiveRequest }>;
  canary(
    remote: RemoteId,
    version: string,
    weight: number,
    exceptions?: Exceptions,
  ): Promise<{ readonly waiting?: GoLiveRequest }>;
  endCanary(remote: RemoteId): Promise<void>;
  /** Answers the version that is live now. */
  rollback(remote: RemoteId, to?: string, reason?: string): Promise<string>;
  /** Takes back one change of the history. */
  revertChange(id: string): Promise<void>;
  collectGarbage(options: { keptDays: number; dryRun: boolean }): Promise<CollectedRelease[]>;
  /** The query of a signed link. */
  link(remote: RemoteId, version: string, hours: number): Promise<string>;
  /** Freeze windows in force and to come. */
  freezes(): Promise<FreezeWindow[]>;
  freeze(request: FreezeRequest): Promise<FreezeWindow>;
  endFreeze(id: string): Promise<void>;
  /** What waits for a second person. */
  requests(): Promise<GoLiveRequest[]>;
  /** Makes live what another asked for. */
  approve(id: string): Promise<GoLiveResult & { readonly request: GoLiveRequest }>;
  decline(id: string, reason?: string): Promise<void>;
  /** Those that the caller may change. */
  webhooks(): Promise<Webhook[]>;
  /** Its secret is told this once. */
  addWebhook(request: WebhookRequest): Promise<{ id: string; secret: string }>;
  removeWebhook(id: string): Promise<void>;
  /** Answers what went wrong; undefined where the receiver took it. */
  testWebhook(id: string): Promise<string | undefined>;
}
