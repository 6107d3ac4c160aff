import type { RemoteId } from '../remotes';
import {
  requireNotRemoved,
  removeCanary,
  appendHistory,
  type Canary,
  type CompositionFile,
  type ChangeContext,
} from './compositionFile';

/** Percent of the visitors in each step; after the last one the release is made live. */
export const RAMP_WEIGHTS: readonly number[] = [1, 10];
const STEPS = RAMP_WEIGHTS.length + 1;

/** When a step is over: after so many visits of the release, or after so many milliseconds. */
export interface RampPolicy {
  readonly visits: number;
  readonly stepMs: number;
}

/** A release that goes live in steps, as it is now. */
export interface RampPlan extends RampPolicy {
  readonly remote: RemoteId;
  readonly version: string;
  /** Of the present step, in percent. */
  readonly weight: number;
}

/** One step of one ramp: whoever has seen it changes this one, and no later one. */
export type RampStep = Pick<Canary, 'version'> & { readonly heldSince: string };

type RampingCanary = Canary & Required<Pick<Canary, 'ramp'>>;

const isRamping = (canary: Canary | undefined): canary is RampingCanary => canary?.ramp !== undefined;

/** Whether the ramp of a remote is still in that step. */
export const findStep = (
  file: CompositionFile,
  remote: RemoteId,
  { version, heldSince }: RampStep,
): RampingCanary | undefined => {
  const canary = file.canary[remote];
  return isRamping(canary) && canary.version === version && canary.ramp.heldSince === heldSince ? canary : undefined;
};

/** All releases that go live in steps. */
export const listRamps = ({ canary }: CompositionFile): (readonly [RemoteId, RampingCanary])[] =>
  // keys of the composition are remotes
  Object.entries(canary).flatMap(([remote, one]) => (isRamping(one) ? [[remote as RemoteId, one] as const] : []));

export const nextWeight = (weight: number): number | undefined => RAMP_WEIGHTS.find((next) => next > weight);

/** "step 2 of 3", for the history. */
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

/** Begins to make a release live in steps, in place of any canary. The same file where that release does so already. */
export const startRamp = (
  file: CompositionFile,
  remote: RemoteId,
  version: string,
  policy: RampPolicy,
  context: ChangeContext & { readonly passes?: readonly string[] },
): CompositionFile => {
  requireNotRemoved(file, remote, version);
  const present = file.canary[remote];
  if (isRamping(present) && present.version === version) return file;
  const { by, now, reason, passes = [] } = context;
  const [weight = 0] = RAMP_WEIGHTS;
  const ramp = {
    heldSince: now.toISOString(),
    ...policy,
    by,
    ...(reason === undefined ? {} : { reason }),
    ...(passes.length > 0 ? { passes: [...passes] } : {}),
  };
  const canary: RampingCanary = { version, weight, since: now.toISOString(), ramp };
  return setStep(file, remote, canary, { ...context, reason: [formatStep(weight), reason].filter(Boolean).join('; ') });
};

/** The next step of a ramp that is not the last one. The same file where the ramp has gone on, or ended. */
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

/** Ends a ramp: all visitors get the live release. The same file where it has gone on, or ended. */
export const endRamp = (
  file: CompositionFile,
  remote: RemoteId,
  step: RampStep,
  context: ChangeContext,
): CompositionFile => (findStep(file, remote, step) ? removeCanary(file, remote, step.version, context) : file);

const NUMBER = new Intl.NumberFormat('en-US');
const formatDuration = (milliseconds: number): string =>
  milliseconds >= 60_000 ? `${NUMBER.format(milliseconds / 60_000)} min` : `${NUMBER.format(milliseconds / 1_000)} s`;

/** What will happen: "1 % of visits now, 10 % after 100 good visits or 10 min, then 100 %". */
export const describeRamp = ({ weight, visits, stepMs }: RampPlan): string => {
  const condition = `after ${NUMBER.format(visits)} good visits or ${formatDuration(stepMs)}`;
  const laterSteps = RAMP_WEIGHTS.filter((next) => next > weight).map((next) => `${next} % ${condition}`);
  return [
    `${weight} % of visits now`,
    ...laterSteps,
    `all of them ${condition}${laterSteps.length > 0 ? ' more' : ''}`,
  ].join(', ');
};
