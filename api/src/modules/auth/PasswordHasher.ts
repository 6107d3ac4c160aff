import { ShopError } from '../../http/ShopError';
import { argon2id, MAX_CONCURRENT_HASHES, type HashCost } from './passwordThreads';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const OWASP_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const RETRY_AFTER_S = 2;

/**
 * Queue size of each lane, about one second of work in total; more requests are rejected with BUSY. Lanes are served in
 * turn, so that a flood of registrations or logins does not block logins from known devices.
 */
const LANE_SIZES = { known: 12, login: 24, register: 12 } as const satisfies Record<string, number>;
export type Lane = keyof typeof LANE_SIZES;
/** Limit of one account in the lane for known devices, since its owner logs in on one or two at a time. */
const MAX_PER_ACCOUNT = 2;
/** Limit of one network in each lane, so that it cannot fill a lane. */
const MAX_PER_NETWORK = { known: 8, login: 12, register: 6 } as const satisfies Record<Lane, number>;

/** Builds a hash that no password matches, so that verifying takes equally long for addresses without a password. */
const buildDummyHash = ({ memoryCost, timeCost, parallelism }: HashCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$i9Vr+Z8tKRXOELz9ztuq0Q$omz+Y/rQmtZAMIf8cCmJJw7/aS3yyNkxh5Uf6wvh1pM`;

/** Operations available to admitted work. */
export interface Hashing {
  hash(password: string): Promise<string>;
  /** True if the password matches the hash. Without a hash the result is false and takes as long. */
  verify(hash: string | null | undefined, password: string): Promise<boolean>;
}

/** Origin of a request that hashes a password. */
export interface Caller {
  readonly lane: Lane;
  /** The client's network, as limits store it. */
  readonly network: string;
  /** Account id of a known device. */
  readonly account?: string;
}

/** Hashes passwords a few at a time, with OWASP's cost unless tests pass another. */
export class PasswordHasher {
  readonly #cost: HashCost;
  readonly #waiting: Record<Lane, (() => Promise<void>)[]> = { known: [], login: [], register: [] };
  readonly #admitted: Record<Lane, number> = { known: 0, login: 0, register: 0 };
  /** Keyed by lane and network, and by account. */
  readonly #admittedByKey = new Map<string, number>();
  #turn: Lane[] = ['known', 'login', 'register'];
  #running = 0;

  constructor(cost: HashCost = OWASP_COST) {
    this.#cost = cost;
  }

  /** Number of queued hashes. */
  get waiting(): number {
    return Object.values(this.#waiting).reduce((sum, lane) => sum + lane.length, 0);
  }

  /**
   * Runs work that hashes. If it is rejected, nothing was hashed and no failure counted.
   * @throws {ShopError} BUSY if the lane, or its part for this network or account, is full.
   */
  async admit<T>({ lane, network, account }: Caller, work: (hashing: Hashing) => Promise<T>): Promise<T> {
    const parts = [
      { key: `${lane}:${network}`, max: MAX_PER_NETWORK[lane] },
      ...(account === undefined ? [] : [{ key: `account:${account}`, max: MAX_PER_ACCOUNT }]),
    ];
    const isFull =
      this.#admitted[lane] >= LANE_SIZES[lane] + MAX_CONCURRENT_HASHES ||
      parts.some(({ key, max }) => (this.#admittedByKey.get(key) ?? 0) >= max);
    if (isFull) throw new ShopError('BUSY', { retryAfterS: RETRY_AFTER_S });
    const keys = parts.map(({ key }) => key);
    this.#count(lane, keys, 1);
    try {
      return await work({
        hash: (password) => this.#take(lane, () => argon2id.hash(password, this.#cost)),
        verify: async (hash, password) => {
          const matches = await this.#take(lane, () => argon2id.verify(hash ?? buildDummyHash(this.#cost), password));
          return matches && hash !== null && hash !== undefined;
        },
      });
    } finally {
      this.#count(lane, keys, -1);
    }
  }

  #count(lane: Lane, keys: readonly string[], change: 1 | -1): void {
    this.#admitted[lane] += change;
    for (const key of keys) {
      const admitted = (this.#admittedByKey.get(key) ?? 0) + change;
      if (admitted === 0) this.#admittedByKey.delete(key);
      else this.#admittedByKey.set(key, admitted);
    }
  }

  #take<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting[lane].push(() => work().then(resolve, reject));
      this.#next();
    });
  }

  #next(): void {
    if (this.#running >= MAX_CONCURRENT_HASHES) return;
    const lane = this.#turn.find((candidate) => this.#waiting[candidate].length > 0);
    const work = lane && this.#waiting[lane].shift();
    if (!work) return;
    this.#turn = [...this.#turn.filter((other) => other !== lane), lane];
    this.#running += 1;
    void work().finally(() => {
      this.#running -= 1;
      this.#next();
    });
  }
}
