import type { CompositionFile, Occasion, ReleaseSet } from '../compositionFile';
import type { RemoteId } from '../../remotes';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';
import { describeFreeze, findFreezes, type FreezeWindow } from './freezeWindows';
import { requireAsAsked } from './requests';

/** What the policies leave of an occasion: the reason tells what was gone past. */
export interface AllowedOccasion extends Occasion {
  /** Ids of the freeze windows in which it happens all the same. */
  readonly passes: readonly string[];
}

const findFreezesOf = async (registry: Registry, set: ReleaseSet, now: Date): Promise<FreezeWindow[]> => {
  const found = await Promise.all(Object.keys(set).map((remote) => findFreezes(registry, remote, now)));
  return [...new Map(found.flat().map((window) => [window.id, window])).values()];
};

/**
 * The remotes of which a second person approves what goes live: as the release says that was made live last, or the new
 * one, whichever is stricter.
 */
const findWanting = async (
  registry: Registry,
  { secondPerson = [] }: CompositionFile,
  set: ReleaseSet,
): Promise<string[]> => {
  const wanting = await Promise.all(
    (Object.entries(set) as [RemoteId, string][]).map(
      async ([remote, version]) =>
        secondPerson.includes(remote) || (await registry.release(remote, version)).needsSecondPerson === true,
    ),
  ); // keys of a set are its type's keys
  return Object.keys(set).filter((_remote, index) => wanting[index]);
};

const joinReasons = (...reasons: readonly (string | undefined)[]): Pick<Occasion, 'reason'> => {
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
  occasion: Occasion,
): Promise<AllowedOccasion> => {
  const freezes = await findFreezesOf(registry, set, occasion.now);
  if (freezes.length > 0 && occasion.duringFreeze === undefined) {
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
      ? `during the freeze of ${freezes.map(({ by, reason }) => `${by} (${reason})`).join(' and ')}: ${occasion.duringFreeze}`
      : undefined;
  const wanting = await findWanting(registry, present, set);
  if (occasion.request) await requireAsAsked(registry, present, occasion.request);
  const alone = wanting.length > 0 && occasion.approvedBy === undefined;
  if (alone && occasion.withoutSecondPerson === undefined)
    throw new RegistryError('unapproved', `A second person approves what goes live of ${wanting.join(', ')}`);
  const approved =
    occasion.approvedBy === undefined ? undefined : `asked for by ${occasion.by}, approved by ${occasion.approvedBy}`;
  return {
    ...occasion,
    ...joinReasons(
      approved,
      occasion.reason,
      passed,
      alone ? `without a second person: ${occasion.withoutSecondPerson}` : undefined,
    ),
    passes: freezes.map(({ id }) => id),
  };
};

/**
 * A change of the composition that shows releases to more visitors, once the policies allow it; the same file where it
 * changes nothing. `update` is called with what they leave of the occasion.
 */
export const changeAsAllowed = async (
  registry: Registry,
  present: CompositionFile,
  set: ReleaseSet,
  occasion: Occasion,
  update: (allowed: AllowedOccasion) => CompositionFile,
): Promise<CompositionFile> =>
  update({ ...occasion, passes: [] }) === present
    ? present
    : update(await checkPolicies(registry, present, set, occasion));

/** The composition with what its releases of `set`, which are live now, say of a second person. */
export const withSecondPerson = async (
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
export const isHeld = async (
  registry: Registry,
  remote: string,
  now: Date,
  passes: readonly string[] = [],
): Promise<boolean> => (await findFreezes(registry, remote, now)).some(({ id }) => !passes.includes(id));
