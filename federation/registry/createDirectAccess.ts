import crypto from 'node:crypto';
import { buildOverrideQuery } from './access/overrideLinks';
import { readSigningKey } from './access/signingKey';
import { collectGarbage } from './collectGarbage';
import type { Exceptions, ChangeContext } from './compositionFile';
import { endCanary, goLive, promote, rollback, startCanary, revertChange, type GoLiveResult } from './goLive';
import type { Caller } from './policies/Caller';
import { approve } from './policies/approve';
import { addFreeze, endFreeze, listFreezes } from './policies/freezeWindows';
import {
  addRequest,
  decideRequest,
  listRequests,
  type GoLiveRequestInput,
  type GoLiveRequest,
} from './policies/requests';
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
  if (!(error instanceof RegistryError) || (error.code !== 'refused' && error.code !== 'frozen')) return;
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

/** @throws {RegistryError} `forbidden`: only operators may bypass a policy. */
const requireExceptionRights = (
  { name, isOperator }: Caller,
  { duringFreeze, withoutSecondPerson }: Exceptions,
): void => {
  if (!isOperator && withoutSecondPerson !== undefined)
    throw new RegistryError(
      'forbidden',
      `The token "${name}" is not an operator's; only operators may release without a second person`,
    );
  if (!isOperator && duringFreeze !== undefined)
    throw new RegistryError(
      'forbidden',
      `The token "${name}" is not an operator's; only operators may release during a freeze`,
    );
};

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
  /** Stores a request if a second person has to approve the change. */
  const orRequestApproval = async (
    asked: GoLiveRequestInput,
    now: Date,
    run: () => Promise<GoLiveResult>,
  ): Promise<GoLiveResult & { readonly waiting?: GoLiveRequest }> => {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof RegistryError && error.code === 'unapproved')) throw error;
      return { changed: false, waiting: await addRequest(registry, asked, by, now) };
    }
  };
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
    promote: (set, reason, exceptions = {}) =>
      withAudit(
        registry,
        by,
        'promote',
        { set, reason, ...exceptions },
        (context) => {
          requireExceptionRights(caller, exceptions);
          return orRequestApproval({ kind: 'promote', set, reason, ...exceptions }, context.now, async () => ({
            changed: (await promote(registry, set, { ...context, ...exceptions, reason })).changed,
          }));
        },
        set,
      ),
    goLive: (set, reason, exceptions = {}) =>
      withAudit(
        registry,
        by,
        'go-live',
        { set, reason, ...exceptions },
        (context) => {
          requireExceptionRights(caller, exceptions);
          return orRequestApproval({ kind: 'go-live', set, reason, ...exceptions }, context.now, () =>
            goLive(registry, set, ramp, { ...context, ...exceptions, reason }),
          );
        },
        set,
      ),
    showCanary: (remote, version, weight, exceptions = {}) => {
      const set = { [remote]: version };
      return withAudit(
        registry,
        by,
        'canary',
        { remote, version, weight, ...exceptions },
        async (context) => {
          requireExceptionRights(caller, exceptions);
          const { waiting } = await orRequestApproval(
            { kind: 'canary', set, weight, ...exceptions },
            context.now,
            async () => {
              await startCanary(registry, remote, version, weight, { ...context, ...exceptions });
              return { changed: true };
            },
          );
          return waiting ? { waiting } : {};
        },
        set,
      );
    },
    listRequests: () => listRequests(registry, new Date()),
    approve: (id) => withAudit(registry, by, 'approve', { id }, ({ now }) => approve(registry, id, caller, ramp, now)),
    decline: (id, reason) =>
      withAudit(registry, by, 'decline', { id, reason }, ({ now }) =>
        decideRequest(registry, id, caller, 'declined', reason, now),
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
    listFreezes: () => listFreezes(registry, new Date()),
    freeze: (request) =>
      withAudit(registry, by, 'freeze', request, ({ now }) => addFreeze(registry, request, caller, now)),
    listWebhooks: () => listWebhooks(registry, caller),
    addWebhook: (request) =>
      withAudit(registry, by, 'webhook-add', { ...request, url: getOrigin(request.url) }, ({ now }) =>
        addWebhook(registry, request, caller, webhooks.policy, now),
      ),
    removeWebhook: (id) =>
      withAudit(registry, by, 'webhook-remove', { id }, ({ now }) => removeWebhook(registry, id, caller, now)),
    testWebhook: (id) =>
      withAudit(registry, by, 'webhook-test', { id }, ({ now }) => testWebhook(registry, id, caller, webhooks, now)),
    endFreeze: (id) => withAudit(registry, by, 'end-freeze', { id }, ({ now }) => endFreeze(registry, id, caller, now)),
  };
};
