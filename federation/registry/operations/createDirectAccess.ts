import type { Caller } from '../access/Caller';
import type { ChangeContext } from '../compositionFile';
import type { Registry } from '../Registry';
import { withAudit, type AccessSettings, type Operation } from './Operation';
import { createAccess, type RegistryAccess } from './operations';

/** @throws {RegistryError} `forbidden`, which the audit records, if the caller has no rights on one of the remotes. */
export const requireOperationRights = async (
  registry: Registry,
  caller: Caller,
  { action = 'read', ...operation }: Operation,
  input: object,
): Promise<void> => {
  const remotes = operation.remotes?.(input) ?? [];
  try {
    caller.requireRights(remotes);
  } catch (error) {
    await registry.audit({ at: new Date(), by: caller.name, action, outcome: 'forbidden', details: { remotes } });
    throw error;
  }
};

/** Runs an operation if the caller has the rights. The audit gets an entry if it changes something. */
export const runOperation = async (
  registry: Registry,
  caller: Caller,
  settings: AccessSettings,
  operation: Operation,
  input: object,
): Promise<unknown> => {
  await requireOperationRights(registry, caller, operation, input);
  const run = (context: ChangeContext) => operation.run({ ...settings, ...context, registry, caller }, input);
  if (operation.action === undefined) return run({ by: caller.name, now: new Date() });
  await registry.requireExistence();
  const details = operation.details ? operation.details(input) : input;
  return withAudit(registry, caller.name, operation.action, details, run);
};

/** Gives `caller` access to the registry's storage: next to it, and at /federation. */
export const createDirectAccess = (registry: Registry, caller: Caller, settings: AccessSettings = {}): RegistryAccess =>
  createAccess((operation, input) => runOperation(registry, caller, settings, operation, input));
