import crypto from 'node:crypto';
import type { RemoteId } from '@shop/runtime/remotes';

/**
 * Creates a random visitor number for a cookie, so that a visitor gets the same canaries on every visit. It does not
 * identify anyone.
 */
export const createVisitorSeed = (): string => crypto.randomBytes(12).toString('hex');
const SEED = /^[0-9a-f]{24}$/;
export const isVisitorSeed = (value: string | undefined): value is string => value !== undefined && SEED.test(value);

const RANGE = 2 ** 32;

/**
 * Maps a visitor to a position from 0 to below 100, independently for each remote, so that the canaries of two remotes
 * are not correlated.
 */
const computePosition = (seed: string, remote: RemoteId): number =>
  (crypto.createHash('sha256').update(`${remote} ${seed}`).digest().readUInt32BE(0) / RANGE) * 100;

/**
 * Whether a visitor gets the canary: nobody at weight 0, everybody at 100. A visitor who gets it at 10 also gets it at
 * 20.
 */
export const isInCanary = (seed: string, remote: RemoteId, weight: number): boolean =>
  computePosition(seed, remote) < weight;
