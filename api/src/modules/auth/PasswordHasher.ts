import { ShopError } from '../../http/ShopError';
import { argon2id, HASHES_AT_ONCE, type HashCost } from './passwordThreads';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const OWASP_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const RETRY_AFTER_S = 2;

/**
 * How many may be in each lane: about a second of work in all; who comes later is better told to come again. Lanes take
 * turns, so that a flood of registrations, or of logins by strangers, does not keep out whoever comes from a device
 * that has signed in before.
 */
const LANES = { known: 12, login: 24, register: 12 } as const satisfies Record<string, number>;
export type Lane = keyof typeof LANES;
/** An account's part of the lane of known devices: its owner logs in on one or two at a time. */
const MAX_PER_ACCOUNT = 2;
/** The part of each lane that one network may have: nobody fills one from one place. */
const MAX_PER_NETWORK = { known: 8, login: 12, register: 6 } as const satisfies Record<Lane, number>;

/** A hash of nothing that anybody knows: an address without a password costs the same time as one with. */
const nobodysHash = ({ memoryCost, timeCost, parallelism }: HashCost): string =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$i9Vr+Z8tKRXOELz9ztuq0Q$omz+Y/rQmtZAMIf8cCmJJw7/aS3yyNkxh5Uf6wvh1pM`;

/** What who has been admitted may do. */
export interface Hashing {
  hash(password: string): Promise<string>;
  /** Whether the password made the hash; for no hash it takes as long and is false. */
  verify(hash: string | null | undefined, password: string): Promise<boolean>;
}

/** Who asks for a hash. */
export interface Caller {
  readonly lane: Lane;
  /** Where the call comes from, as limits store it. */
  readonly network: string;
  /** For `known`: whose device it is. */
  readonly account?: string;
}

/** Hashes passwords a few at a time, at OWASP's cost where tests do not bring another. */
export class PasswordHasher {
  readonly #cost: HashCost;
  readonly #waiting: Record<Lane, (() => Promise<void>)[]> = { known: [], login: [], register: [] };
  readonly #admitted: Record<Lane, number> = { known: 0, login: 0, register: 0 };
  /** By lane and network, and by account. */
  readonly #admittedByKey = new Map<string, number>();
  #turn: Lane[] = ['known', 'login', 'register'];
  #running = 0;

  constructor(cost: HashCost = OWASP_COST) {
    this.#cost = cost;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return Object.values(this.#waiting).reduce((sum, lane) => sum + lane.length, 0);
  }

  /**
   * Does work that hashes, once there is a place in its lane. Whoever is turned away has had no failure counted and
   * nothing hashed.
   * @throws {ShopError} BUSY where too many are in already: in the lane, of one network, or of one account.
   */
  async admit<T>({ lane, network, account }: Caller, work: (hashing: Hashing) => Promise<T>): Promise<T> {
    const parts = [
      { key: `${lane}:${network}`, most: MAX_PER_NETWORK[lane] },
      ...(account === undefined ? [] : [{ key: `account:${account}`, most: MAX_PER_ACCOUNT }]),
    ];
    const isFull =
      this.#admitted[lane] >= LANES[lane] + HASHES_AT_ONCE ||
      parts.some(({ key, most }) => (this.#admittedByKey.get(key) ?? 0) >= most);
    if (isFull) throw new ShopError('BUSY', { retryAfterS: RETRY_AFTER_S });
    const keys = parts.map(({ key }) => key);
    this.#count(lane, keys, 1);
    try {
      return await work({
        hash: (password) => this.#take(lane, () => argon2id.hash(password, this.#cost)),
        verify: async (hash, password) => {
          const matches = await this.#take(lane, () => argon2id.verify(hash ?? nobodysHash(this.#cost), password));
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
    if (this.#running >= HASHES_AT_ONCE) return;
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
