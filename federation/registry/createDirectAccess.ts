import crypto from 'node:crypto';
import type { Caller } from './access/Caller';
import { buildOverrideQuery } from './access/overrideLinks';
import { readSigningKey } from './access/signingKey';
import { collectGarbage } from './collectGarbage';
import type { ChangeContext } from './compositionFile';
import { endCanary, goLive, promote, rollback, startCanary, revertChange } from './goLive';
import { publishRelease, resolveVersion } from './publishRelease';
import type { RampPolicy } from './ramp';
import type { Registry } from './Registry';
import type { RegistryAccess } from './RegistryAccess';
import { RegistryError } from './RegistryError';
import type { ReleaseEvent } from './webhooks/releaseEvents';
import { PUBLIC_ONLY, type SendSettings } from './webhooks/sendEvent';
import { testWebhook } from './webhooks/testWebhook';
import { enqueueRefusal } from './webhooks/WebhookDispatcher';
import { addWebhook, getOrigin, listWebhooks, removeWebhook } from './webhooks/webhooks';

/**
 * Queues a refusal for webhooks. The response to the caller neither waits for a webhook nor fails because of one: this
 * only writes to the storage.
 */
const notifyRefusal = async (
  registry: Registry,
  { by, now }: ChangeContext,
  releases: Readonly<Record<string, string>>,
  error: unknown,
): Promise<void> => {
  if (!(error instanceof RegistryError && error.code === 'refused')) return;
  for (const [remote, version] of Object.entries(releases)) {
    const event: ReleaseEvent = {
      source: crypto.randomUUID(),
      event: 'refused',
      time: now.toISOString(),
      remote,
      version,
      by,
      reason: error.message,
    };
    await enqueueRefusal(registry, event, now).catch(() => undefined);
  }
};

/**
 * Runs an action and writes an audit entry with its outcome, also if it fails. `releases` are the releases concerned,
 * for which webhooks are notified of a refusal.
 */
export const withAudit = async <T>(
  registry: Registry,
  by: string,
  action: string,
  details: unknown,
  run: (context: ChangeContext) => Promise<T>,
  releases: Readonly<Record<string, string>> = {},
): Promise<T> => {
  const at = new Date();
  try {
    const answer = await run({ by, now: at });
    await registry.audit({ at, by, action, outcome: 'done', details });
    return answer;
  } catch (error) {
    await notifyRefusal(registry, { by, now: at }, releases, error);
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
  { ramp, webhooks = PUBLIC_ONLY }: AccessSettings = {},
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
    listWebhooks: () => listWebhooks(registry, caller),
    addWebhook: (request) =>
      withAudit(registry, by, 'webhook-add', { ...request, url: getOrigin(request.url) }, ({ now }) =>
        addWebhook(registry, request, caller, webhooks.policy, now),
      ),
    removeWebhook: (id) =>
      withAudit(registry, by, 'webhook-remove', { id }, ({ now }) => removeWebhook(registry, id, caller, now)),
    testWebhook: (id) =>
      withAudit(registry, by, 'webhook-test', { id }, ({ now }) => testWebhook(registry, id, caller, webhooks, now)),
  };
};
