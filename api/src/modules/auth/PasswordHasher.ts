import { availableParallelism } from 'node:os';
import argon2 from 'argon2';
import { ShopError } from '../../http/ShopError';

/** What a hash costs: memory in KiB, passes over it, lanes. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP's argon2id parameters (SECURITY): 19 MiB, two passes, one lane. */
const OWASP_COST: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One core is left for everybody who is not logging in. */
const AT_ONCE = Math.max(1, availableParallelism() - 1);
const RETRY_AFTER_S = 2;

/**
 * How many may be in each lane: about a second of work in all; who comes later is better told to come again. Lanes take turns, so that
 * a flood of registrations, or of logins by strangers, does not keep out whoever comes from a device that has signed in before.
 */
const LANES = { known: 12, login: 24, register: 12 } as const satisfies Record<string, number>;
export type Lane = keyof typeof LANES;
/** One device's or account's part of the lane of known devices: an attacker has devices of their own. */
const MAX_PER_KEY = 2;

/** A hash of nothing that anybody knows: an address without a password costs the same time as one with. */
const nobodysHash = ({ memoryCost, timeCost, parallelism }: HashCost): string =>
  `$argon2id$v=19$m=${memoryCost},p=${parallelism},t=${timeCost}$i9Vr+Z8tKRXOELz9ztuq0Q$omz+Y/rQmtZAMIf8cCmJJw7/aS3yyNkxh5Uf6wvh1pM`;

/** What who has been admitted may do. */
export interface Hashing {
  hash(password: string): Promise<string>;
  /** Whether the password made the hash; for no hash it takes as long and is false. */
  verify(hash: string | null | undefined, password: string): Promise<boolean>;
}

/** Who asks for a hash. */
export interface Caller {
  readonly lane: Lane;
  /** For `known`: the device or account that the part of the lane is counted by. */
  readonly key?: string;
}

/** Hashes passwords a few at a time, at OWASP's cost where tests do not bring another. */
export class PasswordHasher {
  readonly #cost: HashCost;
  readonly #waiting: Record<Lane, (() => Promise<void>)[]> = { known: [], login: [], register: [] };
  readonly #admitted: Record<Lane, number> = { known: 0, login: 0, register: 0 };
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
   * Does work that hashes, once there is a place in its lane; a device that has its part of `known` goes to the lane of all logins.
   * Whoever is turned away has had nothing counted or changed, and cost nothing: admission comes before the first question to the
   * database. @throws {ShopError} BUSY where too many are in already.
   */
  async admit<T>(caller: Caller, work: (hashing: Hashing) => Promise<T>): Promise<T> {
    const { key } = caller;
    const hasItsPart = key !== undefined && ((this.#admittedByKey.get(key) ?? 0) >= MAX_PER_KEY || this.#admitted.known >= LANES.known);
    const lane = hasItsPart ? 'login' : caller.lane;
    if (this.#admitted[lane] >= LANES[lane] + AT_ONCE) throw new ShopError('BUSY', { retryAfterS: RETRY_AFTER_S });
    this.#admit(lane, key, 1);
    try {
      return await work({
        hash: (password) => this.#take(lane, () => argon2.hash(password, { type: argon2.argon2id, ...this.#cost })),
        verify: async (hash, password) => {
          const matches = await this.#take(lane, () => argon2.verify(hash ?? nobodysHash(this.#cost), password));
          return matches && hash !== null && hash !== undefined;
        },
      });
    } finally {
      this.#admit(lane, key, -1);
    }
  }

  #admit(lane: Lane, key: string | undefined, change: 1 | -1): void {
    this.#admitted[lane] += change;
    if (key === undefined) return;
    const admitted = (this.#admittedByKey.get(key) ?? 0) + change;
    if (admitted === 0) this.#admittedByKey.delete(key);
    else this.#admittedByKey.set(key, admitted);
  }

  #take<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting[lane].push(() => work().then(resolve, reject));
      this.#next();
    });
  }

  #next(): void {
    if (this.#running >= AT_ONCE) return;
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
