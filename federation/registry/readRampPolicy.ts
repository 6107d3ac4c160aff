import { DEFAULT_LIMITS } from './health/judgeCanary';
import type { RampPolicy } from './ramp';
import { RegistryError } from './RegistryError';

export const DEFAULT_RAMP_STEP_MS = 600_000;

const readNumber = (environment: NodeJS.ProcessEnv, name: string, fallback: number): number => {
  const value = environment[name];
  const number = value === undefined || value === '' ? fallback : Number(value);
  if (!Number.isFinite(number) || number < 0)
    throw new RegistryError('invalid', `${name} must be a number, not "${value}".`);
  return number;
};

/**
 * Reads how releases are promoted when the command line accesses the storage directly: in steps in production, at once
 * (undefined) elsewhere. Over HTTP, the host decides.
 */
export const readRampPolicy = (environment: NodeJS.ProcessEnv): RampPolicy | undefined =>
  environment['NODE_ENV'] === 'production'
    ? {
        visits: readNumber(environment, 'CANARY_MIN_VISITS', DEFAULT_LIMITS.minVisits),
        stepMs: readNumber(environment, 'RAMP_STEP_MS', DEFAULT_RAMP_STEP_MS),
      }
    : undefined;
