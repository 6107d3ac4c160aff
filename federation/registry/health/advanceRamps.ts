import type { RemoteId } from '@shop/runtime/remotes';
import type { CompositionFile } from '../compositionFile';
import { finishRamp, stopRamp, advanceRamp } from '../promote';
import { listRamps, formatStep, nextWeight } from '../ramp';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';
import { sumByRelease, type HealthCounts } from './HealthCounts';
import type { HealthLimits } from './judgeCanary';
import { judgeRelease } from './judgeRelease';

const RAMP_ACTOR = 'ramp';

export interface RampChange {
  readonly remote: RemoteId;
  readonly version: string;
  /** Percentage of visitors who get it now. */
  readonly weight: number;
  readonly reason: string;
}

type Ramp = ReturnType<typeof listRamps>[number][1];

/** Returns why a ramp must end: the release does worse than the live one in the same period. */
const judgeRamp = async (
  { live }: CompositionFile,
  health: HealthCounts,
  remote: RemoteId,
  { version, since }: Ramp,
  limits: HealthLimits,
): Promise<string | undefined> => {
  const counted = await health.read(new Date(since));
  return judgeRelease(
    {
      release: sumByRelease(counted, remote, version),
      earlier: sumByRelease(counted, remote, live[remote] ?? ''),
      earlierName: `the live release (${live[remote]})`,
      visitsOfHourBefore: 0,
      others: [],
    },
    limits,
  );
};

/** Returns why a step is over; undefined while it is held. */
const findStepEnd = async (
  health: HealthCounts,
  remote: RemoteId,
  { version, weight, ramp }: Ramp,
  now: Date,
): Promise<string | undefined> => {
  const { visits } = sumByRelease(await health.read(new Date(ramp.heldSince)), remote, version);
  if (visits >= ramp.visits) return `${weight} % held for ${visits} visits`;
  return now.getTime() - new Date(ramp.heldSince).getTime() >= ramp.stepMs
    ? `${weight} % held for ${Math.round(ramp.stepMs / 1_000)} s, with ${visits} visits`
    : undefined;
};

/**
 * Moves one ramp to its next step, or ends it. Returns undefined if the ramp is held by its step, or another host made
 * the change.
 */
const advanceOrStopRamp = async (
  registry: Registry,
  health: HealthCounts,
  file: CompositionFile,
  remote: RemoteId,
  canary: Ramp,
  limits: HealthLimits,
  now: Date,
): Promise<RampChange | undefined> => {
  const { version, weight, ramp } = canary;
  const step = { version, heldSince: ramp.heldSince };
  const stop = async (reason: string, by: string): Promise<RampChange | undefined> => {
    if (!(await stopRamp(registry, remote, step, { by, now, reason }))) return undefined;
    await registry.audit({ at: now, by, action: 'end-canary', outcome: 'done', details: { remote, version, reason } });
    return { remote, version, weight: 0, reason };
  };

  const fault = await judgeRamp(file, health, remote, canary, limits);
  if (fault !== undefined) return stop(fault, 'health');
  const end = await findStepEnd(health, remote, canary, now);
  if (end === undefined) return undefined;
  const next = nextWeight(weight);
  const reason = [`${formatStep(next)}, after ${end}`, ramp.reason, `by ${ramp.by}`].filter(Boolean).join('; ');
  try {
    const isOurs = await (next === undefined ? finishRamp : advanceRamp)(registry, remote, step, {
      by: RAMP_ACTOR,
      now,
      reason,
    });
    if (!isOurs) return undefined;
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return stop(`it cannot be promoted: ${error.message}`, RAMP_ACTOR);
  }
  await registry.audit({
    at: now,
    by: RAMP_ACTOR,
    action: next === undefined ? 'promote' : 'canary',
    outcome: 'done',
    details: { remote, version, weight: next ?? 100, reason },
  });
  return { remote, version, weight: next ?? 100, reason };
};

/**
 * Moves every gradual release to its next step, or ends it, with the reason in the history. If several hosts do so at
 * once, only one of them makes the change.
 */
export const advanceRamps = async (
  registry: Registry,
  health: HealthCounts,
  limits: HealthLimits,
  now: Date,
): Promise<RampChange[]> => {
  const file = await registry.readComposition();
  const changes: RampChange[] = [];
  for (const [remote, canary] of listRamps(file)) {
    const taken = await advanceOrStopRamp(registry, health, file, remote, canary, limits, now);
    if (taken) changes.push(taken);
  }
  return changes;
};
