import { availableParallelism } from 'node:os';
import path from 'node:path';
import { Piscina } from 'piscina';

/** What a hash costs: memory in KiB, passes over it, lanes. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** One core is left for everybody who is not logging in. */
export const HASHES_AT_ONCE = Math.max(1, availableParallelism() - 1);
/** Where a core is shared with requests, of this process or another, hashes get a tenth of it. */
const NICENESS = 10;
const IDLE_MS = 60_000;

let threads: Piscina | undefined;
/** Started by the first hash, ended by a minute without one; an idle thread keeps no process alive. */
const startThreads = (): Piscina =>
  (threads ??= new Piscina({
    filename: path.join(__dirname, 'hashWorker.cjs'),
    minThreads: 0,
    maxThreads: HASHES_AT_ONCE,
    idleTimeout: IDLE_MS,
    niceIncrement: NICENESS,
    execArgv: [],
    env: {},
  }));

/** argon2id, in threads that requests go before: in a flood of logins the catalogue stays fast. */
export const argon2id = {
  async hash(password: string, cost: HashCost): Promise<string> {
    const hash: unknown = await startThreads().run({ password, cost }, { name: 'hash' });
    if (typeof hash !== 'string') throw new Error('No hash was made');
    return hash;
  },
  /** Rejects for a text that is no hash. */
  async verify(hash: string, password: string): Promise<boolean> {
    const matches: unknown = await startThreads().run({ hash, password }, { name: 'verify' });
    return matches === true;
  },
};
