import type { RemoteId } from '@shop/runtime/remotes';
import type { CompositionFile, ChangeContext, ReleaseSet } from '../compositionFile';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';
import { describeFreeze, findFreezes, type FreezeWindow } from './freezeWindows';
import { requireUnchangedRequest } from './requests';

/** A change that the policies allow. Its reason includes the bypassed policies. */
export interface AllowedContext extends ChangeContext {
  /** Ids of the bypassed freeze windows. */
  readonly passes: readonly string[];
}

const findFreezesForSet = async (registry: Registry, set: ReleaseSet, now: Date): Promise<FreezeWindow[]> => {
  const found = await Promise.all(Object.keys(set).map((remote) => findFreezes(registry, remote, now)));
  return [...new Map(found.flat().map((window) => [window.id, window])).values()];
};

/**
 * Returns the remotes that need a second person, according to the last promoted release or the new one, whichever is
 * stricter.
 */
const findSecondPersonRemotes = async (
  registry: Registry,
  { secondPerson = [] }: CompositionFile,
  set: ReleaseSet,
): Promise<string[]> => {
  const needsApproval = await Promise.all(
    (Object.entries(set) as [RemoteId, string][]).map(
      async ([remote, version]) =>
        secondPerson.includes(remote) || (await registry.readRelease(remote, version)).needsSecondPerson === true,
    ),
  ); // keys of a set are its type's keys
  return Object.keys(set).filter((_remote, index) => needsApproval[index]);
};

const joinReasons = (...reasons: readonly (string | undefined)[]): Pick<ChangeContext, 'reason'> => {
  const reason = reasons.filter((text) => text !== undefined && text !== '').join('; ');
  return reason === '' ? {} : { reason };
};

/**
 * Checks whether the freeze and approval policies allow releases to be shown to more visitors. The releases themselves
 * are checked in `checks`.
 * @throws {RegistryError} `frozen`, with the windows; `unapproved`, with the remotes; `conflict` if the approved
 * request no longer matches.
 */
export const checkPolicies = async (
  registry: Registry,
  present: CompositionFile,
  set: ReleaseSet,
  context: ChangeContext,
): Promise<AllowedContext> => {
  const freezes = await findFreezesForSet(registry, set, context.now);
  if (freezes.length > 0 && context.duringFreeze === undefined) {
    throw new RegistryError(
      'frozen',
      `${Object.entries(set)
        .map((pair) => pair.join(' '))
        .join(', ')} cannot go live now:`,
      freezes.map((window) => `${(window.remotes ?? ['every remote']).join(', ')}: ${describeFreeze(window)}`),
    );
  }
  const passed =
    freezes.length > 0
      ? `during the freeze of ${freezes.map(({ by, reason }) => `${by} (${reason})`).join(' and ')}: ${context.duringFreeze}`
      : undefined;
  const wanting = await findSecondPersonRemotes(registry, present, set);
  if (context.request) await requireUnchangedRequest(registry, present, context.request);
  const alone = wanting.length > 0 && context.approvedBy === undefined;
  if (alone && context.withoutSecondPerson === undefined)
    throw new RegistryError('unapproved', `A second person has to approve releases of ${wanting.join(', ')}`);
  const approved =
    context.approvedBy === undefined ? undefined : `asked for by ${context.by}, approved by ${context.approvedBy}`;
  return {
    ...context,
    ...joinReasons(
      approved,
      context.reason,
      passed,
      alone ? `without a second person: ${context.withoutSecondPerson}` : undefined,
    ),
    passes: freezes.map(({ id }) => id),
  };
};

/**
 * Updates the composition to show releases to more visitors, if the policies allow it. Returns the same object if
 * nothing changes. `update` is called with the allowed context.
 */
export const changeIfAllowed = async (
  registry: Registry,
  present: CompositionFile,
  set: ReleaseSet,
  context: ChangeContext,
  update: (allowed: AllowedContext) => CompositionFile,
): Promise<CompositionFile> =>
  update({ ...context, passes: [] }) === present
    ? present
    : update(await checkPolicies(registry, present, set, context));

/** Records in the composition which of the releases that went live need a second person for the next change. */
export const recordSecondPerson = async (
  registry: Registry,
  file: CompositionFile,
  set: ReleaseSet,
): Promise<CompositionFile> => {
  const present = file.secondPerson ?? [];
  const wanted = await Promise.all(
    (Object.entries(set) as [RemoteId, string][]).map(async ([remote, version]) =>
      (await registry.readRelease(remote, version)).needsSecondPerson === true ? [remote] : [],
    ),
  ); // keys of a set are its type's keys
  const next = [...present.filter((remote) => !(remote in set)), ...wanted.flat()].sort();
  return next.join(' ') === present.join(' ') ? file : { ...file, secondPerson: next };
};

/** Whether a freeze window blocks a gradual release. */
export const isRampFrozen = async (
  registry: Registry,
  remote: string,
  now: Date,
  passes: readonly string[] = [],
): Promise<boolean> => (await findFreezes(registry, remote, now)).some(({ id }) => !passes.includes(id));
