import crypto from 'node:crypto';
import type { RemoteId } from '../remotes';

/** A visitor's own number, kept in a cookie: the same share of remotes at every visit. Says nothing of who it is. */
export const createVisitorSeed = (): string => crypto.randomBytes(12).toString('hex');
const SEED = /^[0-9a-f]{24}$/;
export const isVisitorSeed = (value: string | undefined): value is string => value !== undefined && SEED.test(value);

const RANGE = 2 ** 32;

/**
 * Where a visitor stands for a remote, 0 to below 100: for each remote anew, so that a canary of one says nothing of
 * another's.
 */
const computePosition = (seed: string, remote: RemoteId): number =>
  (crypto.createHash('sha256').update(`${remote} ${seed}`).digest().readUInt32BE(0) / RANGE) * 100;

/** Whether this visitor gets the canary: nobody at 0, everybody at 100; who has it at 10 has it at 20, too. */
export const isInCanary = (seed: string, remote: RemoteId, weight: number): boolean =>
  computePosition(seed, remote) < weight;
