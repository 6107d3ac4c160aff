import type { RemoteId } from '../../remotes';
import type { CompositionFile } from '../compositionFile';
import { finishRamp, stopRamp, takeStep } from '../goLive';
import { listRamps, nameStep, nextWeight } from '../ramp';
import { isHeld } from '../policies/checkPolicies';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';
import { sumByRelease, type HealthStore } from './HealthStore';
import type { HealthLimits } from './judgeCanary';
import { judgeRelease } from './judgeRelease';

const BY = 'ramp';

export interface Stepped {
  readonly remote: RemoteId;
  readonly version: string;
  /** Percent of the visitors who get it now. */
  readonly weight: number;
  readonly reason: string;
}

type Ramp = ReturnType<typeof listRamps>[number][1];

/** Why a release must not go on: it does worse than the live one at the same time. */
const judge = async (
  { live }: CompositionFile,
  health: HealthStore,
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
      others: [],
    },
    limits,
  );
};

/** Why a step is over; undefined while it is held. */
const findEnd = async (
  health: HealthStore,
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
 * Takes one ramp further, or ends it; undefined where it is held, by its step or by a freeze window, or another host
 * was first.
 */
const advance = async (
  registry: Registry,
  health: HealthStore,
  file: CompositionFile,
  remote: RemoteId,
  canary: Ramp,
  limits: HealthLimits,
  now: Date,
): Promise<Stepped | undefined> => {
  const { version, weight, ramp } = canary;
  const step = { version, heldSince: ramp.heldSince };
  const stop = async (reason: string, by: string): Promise<Stepped | undefined> => {
    if (!(await stopRamp(registry, remote, step, { by, now, reason }))) return undefined;
    await registry.audit({ at: now, by, action: 'end-canary', outcome: 'done', details: { remote, version, reason } });
    return { remote, version, weight: 0, reason };
  };

  const fault = await judge(file, health, remote, canary, limits);
  if (fault !== undefined) return stop(fault, 'health');
  const end = await findEnd(health, remote, canary, now);
  if (end === undefined || (await isHeld(registry, remote, now, ramp.passes))) return undefined;
  const next = nextWeight(weight);
  const reason = [`${nameStep(next)}, after ${end}`, ramp.reason, `by ${ramp.by}`].filter(Boolean).join('; ');
  try {
    const isOurs = await (next === undefined ? finishRamp : takeStep)(registry, remote, step, { by: BY, now, reason });
    if (!isOurs) return undefined;
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return stop(`it cannot go live: ${error.message}`, BY);
  }
  await registry.audit({
    at: now,
    by: BY,
    action: next === undefined ? 'promote' : 'canary',
    outcome: 'done',
    details: { remote, version, weight: next ?? 100, reason },
  });
  return { remote, version, weight: next ?? 100, reason };
};

/**
 * Takes every release that goes live in steps further, or ends its ramp, with the reason in the history. Several hosts
 * may do so at once: one of them does.
 */
export const advanceRamps = async (
  registry: Registry,
  health: HealthStore,
  limits: HealthLimits,
  now: Date,
): Promise<Stepped[]> => {
  const file = await registry.composition();
  const stepped: Stepped[] = [];
  for (const [remote, canary] of listRamps(file)) {
    const taken = await advance(registry, health, file, remote, canary, limits, now);
    if (taken) stepped.push(taken);
  }
  return stepped;
};
