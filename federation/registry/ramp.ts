import type { RemoteId } from '../remotes';
import {
  requireThere,
  withoutCanary,
  written,
  type Canary,
  type CompositionFile,
  type Occasion,
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
export const nameStep = (weight: number | undefined): string =>
  `step ${weight === undefined ? STEPS : RAMP_WEIGHTS.indexOf(weight) + 1} of ${STEPS}`;

export const planOf = (remote: RemoteId, { version, weight, ramp: { visits, stepMs } }: RampingCanary): RampPlan => ({
  remote,
  version,
  weight,
  visits,
  stepMs,
});

const withStep = (
  file: CompositionFile,
  remote: RemoteId,
  canary: RampingCanary,
  occasion: Occasion,
): CompositionFile =>
  written(
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
    occasion,
  );

/** Begins to make a release live in steps, in place of any canary. The same file where that release does so already. */
export const withRamp = (
  file: CompositionFile,
  remote: RemoteId,
  version: string,
  policy: RampPolicy,
  occasion: Occasion & { readonly passes?: readonly string[] },
): CompositionFile => {
  requireThere(file, remote, version);
  const present = file.canary[remote];
  if (isRamping(present) && present.version === version) return file;
  const { by, now, reason, passes = [] } = occasion;
  const [weight = 0] = RAMP_WEIGHTS;
  const ramp = {
    heldSince: now.toISOString(),
    ...policy,
    by,
    ...(reason === undefined ? {} : { reason }),
    ...(passes.length > 0 ? { passes: [...passes] } : {}),
  };
  const canary: RampingCanary = { version, weight, since: now.toISOString(), ramp };
  return withStep(file, remote, canary, { ...occasion, reason: [nameStep(weight), reason].filter(Boolean).join('; ') });
};

/** The next step of a ramp that is not the last one. The same file where the ramp has gone on, or ended. */
export const withNextStep = (
  file: CompositionFile,
  remote: RemoteId,
  step: RampStep,
  occasion: Occasion,
): CompositionFile => {
  const present = findStep(file, remote, step);
  const weight = present && nextWeight(present.weight);
  if (!present || weight === undefined) return file;
  return withStep(
    file,
    remote,
    { ...present, weight, ramp: { ...present.ramp, heldSince: occasion.now.toISOString() } },
    occasion,
  );
};

/** Ends a ramp: all visitors get the live release. The same file where it has gone on, or ended. */
export const withoutStep = (
  file: CompositionFile,
  remote: RemoteId,
  step: RampStep,
  occasion: Occasion,
): CompositionFile => (findStep(file, remote, step) ? withoutCanary(file, remote, step.version, occasion) : file);

const NUMBER = new Intl.NumberFormat('en-US');
const timeOf = (milliseconds: number): string =>
  milliseconds >= 60_000 ? `${NUMBER.format(milliseconds / 60_000)} min` : `${NUMBER.format(milliseconds / 1_000)} s`;

/** What will happen: "1 % of visits now, 10 % after 100 good visits or 10 min, then 100 %". */
export const describeRamp = ({ weight, visits, stepMs }: RampPlan): string => {
  const held = `after ${NUMBER.format(visits)} good visits or ${timeOf(stepMs)}`;
  const coming = RAMP_WEIGHTS.filter((next) => next > weight).map((next) => `${next} % ${held}`);
  return [`${weight} % of visits now`, ...coming, `all of them ${held}${coming.length > 0 ? ' more' : ''}`].join(', ');
};
