import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Piscina } from 'piscina';

/** Cost of a hash: memory in KiB, passes over it, lanes. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Leaves one core to other requests. */
export const MAX_CONCURRENT_HASHES = Math.max(1, availableParallelism() - 1);
/** With this niceness, hashes get about a tenth of a core that they share with requests. */
const NICENESS = 10;
const IDLE_MS = 60_000;

let threads: Piscina | undefined;
/** Starts the pool on first use. Threads end after a minute of idling, and do not keep the process alive. */
const getThreadPool = (): Piscina =>
  (threads ??= new Piscina({
    filename: path.join(__dirname, 'hashWorker.cjs'),
    minThreads: 0,
    maxThreads: MAX_CONCURRENT_HASHES,
    idleTimeout: IDLE_MS,
    niceIncrement: NICENESS,
    execArgv: [],
    env: {},
  }));

/** argon2id in low-priority threads, so that a flood of logins does not slow down the catalog. */
export const argon2id = {
  async hash(password: string, cost: HashCost): Promise<string> {
    const hash: unknown = await getThreadPool().run({ password, cost }, { name: 'hash' });
    if (typeof hash !== 'string') throw new Error('No hash was made');
    return hash;
  },
  /** Rejects if `hash` is not a valid hash. */
  async verify(hash: string, password: string): Promise<boolean> {
    const matches: unknown = await getThreadPool().run({ hash, password }, { name: 'verify' });
    return matches === true;
  },
};
