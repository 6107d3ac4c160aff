import type { RemoteId } from '@shop/runtime/remotes';
import {
  requireNotRemoved,
  removeCanary,
  appendHistory,
  type Canary,
  type CompositionFile,
  type ChangeContext,
} from './compositionFile';

/** Percentage of visitors in each step; after the last one, the release is live. */
export const RAMP_WEIGHTS: readonly number[] = [1, 10];
const STEPS = RAMP_WEIGHTS.length + 1;

/** A step ends after this many visits of the release, or after this many milliseconds. */
export interface RampPolicy {
  readonly visits: number;
  readonly stepMs: number;
}

/** Current state of a gradual release. */
export interface RampPlan extends RampPolicy {
  readonly remote: RemoteId;
  readonly version: string;
  /** Weight of the current step, in percent. */
  readonly weight: number;
}

/** Identifies one step of one ramp, so that a host with an older view does not change a later step. */
export type RampStep = Pick<Canary, 'version'> & { readonly heldSince: string };

type RampingCanary = Canary & Required<Pick<Canary, 'ramp'>>;

const isRamping = (canary: Canary | undefined): canary is RampingCanary => canary?.ramp !== undefined;

/** Returns the canary if the ramp of the remote is still at the given step. */
export const findStep = (
  file: CompositionFile,
  remote: RemoteId,
  { version, heldSince }: RampStep,
): RampingCanary | undefined => {
  const canary = file.canary[remote];
  return isRamping(canary) && canary.version === version && canary.ramp.heldSince === heldSince ? canary : undefined;
};

/** Lists all gradual releases. */
export const listRamps = ({ canary }: CompositionFile): (readonly [RemoteId, RampingCanary])[] =>
  // keys of the composition are remotes
  Object.entries(canary).flatMap(([remote, one]) => (isRamping(one) ? [[remote as RemoteId, one] as const] : []));

export const nextWeight = (weight: number): number | undefined => RAMP_WEIGHTS.find((next) => next > weight);

/** Formats a step for the history: "step 2 of 3". */
export const formatStep = (weight: number | undefined): string =>
  `step ${weight === undefined ? STEPS : RAMP_WEIGHTS.indexOf(weight) + 1} of ${STEPS}`;

export const toRampPlan = (
  remote: RemoteId,
  { version, weight, ramp: { visits, stepMs } }: RampingCanary,
): RampPlan => ({
  remote,
  version,
  weight,
  visits,
  stepMs,
});

const setStep = (
  file: CompositionFile,
  remote: RemoteId,
  canary: RampingCanary,
  context: ChangeContext,
): CompositionFile =>
  appendHistory(
    { ...file, canary: { ...file.canary, [remote]: canary } },
    'canary',
    [
      {
        remote,
        channel: 'canary',
        from: file.canary[remote]?.version ?? null,
        to: canary.version,
        weight: canary.weight,
      },
    ],
    context,
  );

/**
 * Starts a gradual release, replacing any canary. Returns the same object if the release is already promoted in
 * steps.
 */
export const startRamp = (
  file: CompositionFile,
  remote: RemoteId,
  version: string,
  policy: RampPolicy,
  context: ChangeContext,
): CompositionFile => {
  requireNotRemoved(file, remote, version);
  const present = file.canary[remote];
  if (isRamping(present) && present.version === version) return file;
  const { by, now, reason } = context;
  const [weight = 0] = RAMP_WEIGHTS;
  const ramp = {
    heldSince: now.toISOString(),
    ...policy,
    by,
    ...(reason === undefined ? {} : { reason }),
  };
  const canary: RampingCanary = { version, weight, since: now.toISOString(), ramp };
  return setStep(file, remote, canary, { ...context, reason: [formatStep(weight), reason].filter(Boolean).join('; ') });
};

/** Moves a ramp to its next step, except to the last one. Returns the same object if the ramp has moved on or ended. */
export const setNextStep = (
  file: CompositionFile,
  remote: RemoteId,
  step: RampStep,
  context: ChangeContext,
): CompositionFile => {
  const present = findStep(file, remote, step);
  const weight = present && nextWeight(present.weight);
  if (!present || weight === undefined) return file;
  return setStep(
    file,
    remote,
    { ...present, weight, ramp: { ...present.ramp, heldSince: context.now.toISOString() } },
    context,
  );
};

/**
 * Ends a ramp, so that all visitors get the live release. Returns the same object if the ramp has moved on or ended.
 */
export const endRamp = (
  file: CompositionFile,
  remote: RemoteId,
  step: RampStep,
  context: ChangeContext,
): CompositionFile => (findStep(file, remote, step) ? removeCanary(file, remote, step.version, context) : file);

const NUMBER = new Intl.NumberFormat('en-US');
const formatDuration = (milliseconds: number): string =>
  milliseconds >= 60_000 ? `${NUMBER.format(milliseconds / 60_000)} min` : `${NUMBER.format(milliseconds / 1_000)} s`;

/** Describes what will happen: "1 % of visits now, 10 % after 100 good visits or 10 min, then 100 %". */
export const describeRamp = ({ weight, visits, stepMs }: RampPlan): string => {
  const condition = `after ${NUMBER.format(visits)} good visits or ${formatDuration(stepMs)}`;
  const laterSteps = RAMP_WEIGHTS.filter((next) => next > weight).map((next) => `${next} % ${condition}`);
  return [
    `${weight} % of visits now`,
    ...laterSteps,
    `all of them ${condition}${laterSteps.length > 0 ? ' more' : ''}`,
  ].join(', ');
};
