import { availableParallelism } from 'node:os';
import argon2 from 'argon2';
import fastq from 'fastq';
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
/** About a second of work: who comes later is better told to come again. */
const MOST_WAITING = 24;
const RETRY_AFTER_S = 2;

/** A hash of nothing that anybody knows: an address without a password costs the same time as one with. */
const nobodysHash = ({ memoryCost, timeCost, parallelism }: HashCost): string =>
  `$argon2id$v=19$m=${memoryCost},p=${parallelism},t=${timeCost}$i9Vr+Z8tKRXOELz9ztuq0Q$omz+Y/rQmtZAMIf8cCmJJw7/aS3yyNkxh5Uf6wvh1pM`;

/** What who has been admitted may do. */
export interface Hashing {
  hash(password: string): Promise<string>;
  /** Whether the password made the hash; for no hash it takes as long and is false. */
  verify(hash: string | null | undefined, password: string): Promise<boolean>;
}

/** Hashes passwords a few at a time, at OWASP's cost where tests do not bring another. */
export class PasswordHasher {
  readonly #cost: HashCost;
  readonly #queue = fastq.promise<unknown, () => Promise<unknown>, unknown>((work) => work(), AT_ONCE);
  #admitted = 0;

  constructor(cost: HashCost = OWASP_COST) {
    this.#cost = cost;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#queue.length();
  }

  /**
   * Does work that hashes, once there is a place. Whoever is turned away has had nothing counted or changed, and cost nothing:
   * admission comes before the first question to the database. @throws {ShopError} BUSY where too many are in already.
   */
  async admit<T>(work: (hashing: Hashing) => Promise<T>): Promise<T> {
    if (this.#admitted >= AT_ONCE + MOST_WAITING) throw new ShopError('BUSY', { retryAfterS: RETRY_AFTER_S });
    this.#admitted += 1;
    try {
      return await work(this.#hashing);
    } finally {
      this.#admitted -= 1;
    }
  }

  readonly #hashing: Hashing = {
    hash: (password) => this.#take(() => argon2.hash(password, { type: argon2.argon2id, ...this.#cost })),
    verify: async (hash, password) => {
      const matches = await this.#take(() => argon2.verify(hash ?? nobodysHash(this.#cost), password));
      return matches && hash !== null && hash !== undefined;
    },
  };

  async #take<T>(work: () => Promise<T>): Promise<T> {
    let result: { readonly value: T } | undefined;
    await this.#queue.push(async () => {
      result = { value: await work() };
    });
    if (!result) throw new Error('The hash was not made');
    return result.value;
  }
}
