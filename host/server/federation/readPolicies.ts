import {
  toCaller,
  listFreezes,
  listRequests,
  listWebhooks,
  type Bearer,
  type FreezeWindow,
  type GoLiveRequest,
  type Registry,
  type Webhook,
} from '@shop/registry';
import type { RemoteId } from '@shop/runtime/remotes';

/** Pending requests, freeze windows and webhooks that the viewer may see. */
export interface Policies {
  readonly remotes: readonly RemoteId[];
  readonly freezes: readonly FreezeWindow[];
  readonly requests: readonly GoLiveRequest[];
  /** Webhooks that the viewer may change. */
  readonly webhooks: readonly Webhook[];
}

export const readPolicies = async (registry: Registry, bearer: Bearer | undefined, now: Date): Promise<Policies> => {
  const [remotes, freezes, requests, webhooks] = await Promise.all([
    registry.listRemotes(),
    listFreezes(registry, now),
    listRequests(registry, now),
    bearer ? listWebhooks(registry, toCaller(bearer)) : [],
  ]);
  return { remotes, freezes, requests, webhooks };
};
