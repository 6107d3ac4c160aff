import type { CompositionFile, ChangeContext, ReleaseSet } from '../compositionFile';
import type { RemoteId } from '../../remotes';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';
import { describeFreeze, findFreezes, type FreezeWindow } from './freezeWindows';
import { requireUnchangedRequest } from './requests';

/** What the policies leave of an context: the reason tells what was gone past. */
export interface AllowedContext extends ChangeContext {
  /** Ids of the freeze windows in which it happens all the same. */
  readonly passes: readonly string[];
}

const findFreezesForSet = async (registry: Registry, set: ReleaseSet, now: Date): Promise<FreezeWindow[]> => {
  const found = await Promise.all(Object.keys(set).map((remote) => findFreezes(registry, remote, now)));
  return [...new Map(found.flat().map((window) => [window.id, window])).values()];
};

/**
 * The remotes of which a second person approves what goes live: as the release says that was made live last, or the new
 * one, whichever is stricter.
 */
const findSecondPersonRemotes = async (
  registry: Registry,
  { secondPerson = [] }: CompositionFile,
  set: ReleaseSet,
): Promise<string[]> => {
  const needsApproval = await Promise.all(
    (Object.entries(set) as [RemoteId, string][]).map(
      async ([remote, version]) =>
        secondPerson.includes(remote) || (await registry.release(remote, version)).needsSecondPerson === true,
    ),
  ); // keys of a set are its type's keys
  return Object.keys(set).filter((_remote, index) => needsApproval[index]);
};

const joinReasons = (...reasons: readonly (string | undefined)[]): Pick<ChangeContext, 'reason'> => {
  const reason = reasons.filter((text) => text !== undefined && text !== '').join('; ');
  return reason === '' ? {} : { reason };
};

/**
 * Whether releases may be shown to more visitors now, as far as people have decided so: what the releases are is looked
 * at by `checks`.
 * @throws {RegistryError} `frozen`, with the windows; `unapproved`, with the remotes; `conflict`, where what was
 * approved is no longer what was asked for.
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
        .join(', ')} does not go live now:`,
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
    throw new RegistryError('unapproved', `A second person approves what goes live of ${wanting.join(', ')}`);
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
 * A change of the composition that shows releases to more visitors, once the policies allow it; the same file where it
 * changes nothing. `update` is called with what they leave of the context.
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

/** The composition with what its releases of `set`, which are live now, say of a second person. */
export const recordSecondPerson = async (
  registry: Registry,
  file: CompositionFile,
  set: ReleaseSet,
): Promise<CompositionFile> => {
  const present = file.secondPerson ?? [];
  const wanted = await Promise.all(
    (Object.entries(set) as [RemoteId, string][]).map(async ([remote, version]) =>
      (await registry.release(remote, version)).needsSecondPerson === true ? [remote] : [],
    ),
  ); // keys of a set are its type's keys
  const next = [...present.filter((remote) => !(remote in set)), ...wanted.flat()].sort();
  return next.join(' ') === present.join(' ') ? file : { ...file, secondPerson: next };
};

/** Whether a freeze window holds a release that goes live in steps. */
export const isRampFrozen = async (
  registry: Registry,
  remote: string,
  now: Date,
  passes: readonly string[] = [],
): Promise<boolean> => (await findFreezes(registry, remote, now)).some(({ id }) => !passes.includes(id));
