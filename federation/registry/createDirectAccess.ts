import crypto from 'node:crypto';
import type { Caller } from './access/Caller';
import { buildOverrideQuery } from './access/overrideLinks';
import { readSigningKey } from './access/signingKey';
import { collectGarbage } from './collectGarbage';
import type { ChangeContext, ReleaseSet } from './compositionFile';
import { endCanary, goLive, promote, rollback, startCanary, revertChange } from './goLive';
import { publishRelease, resolveVersion } from './publishRelease';
import type { RampPolicy } from './ramp';
import type { Registry } from './Registry';
import type { RegistryAccess } from './RegistryAccess';
import { RegistryError } from './RegistryError';
import { sendEvent, type SendSettings } from './webhooks/sendEvent';
import { addWebhook, findWebhook, readWebhooks, removeWebhook } from './webhooks/webhooks';

const DEFAULT_WEBHOOKS: SendSettings = { policy: 'public', siteUrl: 'http://localhost:3000' };

/**
 * Runs an action and writes an audit entry with its outcome, also if it fails. `set` has the releases concerned, for
 * the event of a refusal.
 */
export const withAudit = async <T>(
  registry: Registry,
  by: string,
  action: string,
  details: unknown,
  run: (context: ChangeContext) => Promise<T>,
  set: ReleaseSet = {},
): Promise<T> => {
  const at = new Date();
  try {
    const answer = await run({ by, now: at });
    await registry.audit({ at, by, action, outcome: 'done', details });
    return answer;
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'refused')
      registry.events.emit('refusal', { at, by, set, reason: error.message });
    const outcome = error instanceof RegistryError ? `${error.code}: ${error.message}` : 'failed';
    await registry.audit({ at, by, action, outcome, details });
    throw error;
  }
};

export interface AccessSettings {
  /** Policy for going live in steps; undefined if releases go live immediately. */
  readonly ramp?: RampPolicy | undefined;
  readonly webhooks?: SendSettings | undefined;
}

/**
 * Gives `caller` access to the registry's storage. Used by the HTTP API after checking the token, and by the command
 * line next to the storage.
 */
export const createDirectAccess = (
  registry: Registry,
  caller: Caller,
  { ramp, webhooks = DEFAULT_WEBHOOKS }: AccessSettings = {},
): RegistryAccess => {
  const { name: by, requireRights } = caller;
  return {
    readComposition: () => registry.readComposition(),
    listRemotes: () => registry.listRemotes(),
    listReleases: (remote) => registry.listReleases(remote),
    publish: (upload) =>
      withAudit(
        registry,
        by,
        'publish',
        { remote: upload.remote, version: upload.version ?? null },
        ({ now }) => publishRelease(registry, upload, by, now),
        { [upload.remote]: resolveVersion(upload) },
      ),
    promote: (set, reason) =>
      withAudit(
        registry,
        by,
        'promote',
        { set, reason },
        async (context) => ({ changed: (await promote(registry, set, { ...context, reason })).changed }),
        set,
      ),
    goLive: (set, reason) =>
      withAudit(
        registry,
        by,
        'go-live',
        { set, reason },
        (context) => goLive(registry, set, ramp, { ...context, reason }),
        set,
      ),
    showCanary: (remote, version, weight) =>
      withAudit(
        registry,
        by,
        'canary',
        { remote, version, weight },
        async (context) => void (await startCanary(registry, remote, version, weight, context)),
        { [remote]: version },
      ),
    endCanary: (remote) =>
      withAudit(
        registry,
        by,
        'end-canary',
        { remote },
        async (context) => void (await endCanary(registry, remote, undefined, context)),
      ),
    rollBack: (remote, to, reason) =>
      withAudit(registry, by, 'rollback', { remote, to, reason }, (context) =>
        rollback(registry, remote, to, { ...context, reason }),
      ),
    revertChange: (id) =>
      withAudit(
        registry,
        by,
        'take-back',
        { id },
        async (context) => void (await revertChange(registry, id, context, requireRights)),
      ),
    collectGarbage: (options) =>
      withAudit(registry, by, 'gc', options, ({ now }) => collectGarbage(registry, now, options)),
    createLink: (remote, version, hours) =>
      withAudit(registry, by, 'link', { remote, version, hours }, async ({ now }) => {
        await registry.readRelease(remote, version);
        return buildOverrideQuery(await readSigningKey(registry), remote, version, now, hours);
      }),
    listWebhooks: async () =>
      (await readWebhooks(registry, caller)).map(({ url: _url, secret: _secret, ...webhook }) => webhook),
    addWebhook: ({ url, remotes }) =>
      withAudit(registry, by, 'webhook-add', { remotes }, () =>
        addWebhook(registry, { url, remotes }, caller, webhooks.policy),
      ),
    removeWebhook: (id) => withAudit(registry, by, 'webhook-remove', { id }, () => removeWebhook(registry, id, caller)),
    testWebhook: (id) =>
      withAudit(registry, by, 'webhook-test', { id }, async ({ now }) => {
        const webhook = await findWebhook(registry, id, caller);
        const about = { time: now.toISOString(), remote: webhook.remotes?.[0] ?? 'every remote', version: null, by };
        return sendEvent(webhook, `msg_${crypto.randomUUID()}`, { event: 'test', ...about }, webhooks);
      }),
  };
};
