import type pg from 'pg';
import { isDatabaseUnavailable } from '../../http/isDatabaseUnavailable';
import type { Queryable, Readable } from '../Database';
import { parsePosition, type LogPosition } from './logPosition';
import { Replica } from './Replica';
import { requestPosition } from './requestPosition';

const CHECK_INTERVAL_MS = 400;
const CHECK_TIMEOUT_MS = 500;
/** A replica that is further behind is not read. */
const MAX_LAG_MS = 1_000;
/** A query that a replica has ended because it followed the primary. */
const RECOVERY_CONFLICT = '40001';

interface Written {
  readonly at: number;
  readonly position: LogPosition;
}

interface PrimaryState {
  readonly position: string;
  readonly started: string;
}

export interface ReplicaCounts {
  readonly read: number;
  /** Behind, lost or promoted. */
  readonly left: number;
}

const isConflict = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'code') === RECOVERY_CONFLICT;

/**
 * Spreads queries over the replicas of a primary. The primary answers instead if no replica is there that is less than
 * a second behind and has what the request's browser wrote, or if the replica that was asked does not answer.
 */
export class Replicas implements Readable {
  readonly #replicas: readonly Replica[];
  /** Where the primary was at the last checks that it answered, oldest first. */
  #written: Written[] = [];
  #isPrimaryGone = false;
  /** When the primary was started, which tells it from a standby that was promoted. */
  #primaryStarted: string | undefined;
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly primary: Queryable,
    urls: readonly string[],
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#replicas = urls.map((url) => new Replica(url));
  }

  /** Replicas that are read now, and those that are not, without the primary, which may be among the servers. */
  get counts(): ReplicaCounts {
    const read = this.#listUsable(undefined).length;
    const primaries = this.#replicas.filter(
      ({ startedAsPrimary }) => startedAsPrimary !== undefined && startedAsPrimary === this.#primaryStarted,
    );
    return { read, left: this.#replicas.length - primaries.length - read };
  }

  readonly query = ((query: string | pg.QueryConfig, values?: unknown[]) => {
    const usable = this.#listUsable(requestPosition());
    const replica = usable[(this.#turn += 1) % usable.length];
    return replica ? this.#ask(replica, query, values) : this.primary.query(query, values);
  }) as Readable['query'];

  /** Checks the servers once, and then again and again. */
  async start(): Promise<void> {
    await this.check();
    const next = (): void => {
      this.#checking = this.check();
      void this.#checking.then(() => (this.#timer = this.#timer && setTimeout(next, CHECK_INTERVAL_MS)));
    };
    this.#timer = setTimeout(next, CHECK_INTERVAL_MS);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#checking;
    await Promise.all(this.#replicas.map((replica) => replica.close()));
  }

  /** Asks each server where it is. */
  async check(): Promise<void> {
    await Promise.all([this.#checkPrimary(), ...this.#replicas.map((replica) => replica.check())]);
  }

  async #checkPrimary(): Promise<void> {
    const question = {
      text: 'SELECT pg_current_wal_lsn()::text AS position, pg_postmaster_start_time()::text AS started',
      query_timeout: CHECK_TIMEOUT_MS,
    };
    const { rows } = await this.primary.query<PrimaryState>(question).catch(() => ({ rows: [] as PrimaryState[] }));
    this.#isPrimaryGone = !rows[0];
    if (!rows[0]) return;
    this.#primaryStarted = rows[0].started;
    const at = this.now();
    const position = parsePosition(rows[0].position);
    // Of what is old enough, the newest is kept: replicas must have it.
    const old = this.#written.findLastIndex((written) => written.at <= at - MAX_LAG_MS);
    this.#written = [...this.#written.slice(Math.max(0, old)), { at, position }];
  }

  /** Without a primary, time stands still: replicas need what they needed when it answered last. */
  #listUsable(position: LogPosition | undefined): readonly Replica[] {
    const now = this.#isPrimaryGone ? (this.#written.at(-1)?.at ?? 0) : this.now();
    const late = this.#written.findLast(({ at }) => at <= now - MAX_LAG_MS)?.position ?? 0n;
    const own = this.#isPrimaryGone ? 0n : (position ?? 0n);
    return this.#replicas.filter((replica) => {
      const reached = replica.position;
      return reached !== undefined && reached >= late && reached >= own;
    });
  }

  async #ask(replica: Replica, query: string | pg.QueryConfig, values: unknown[] | undefined): Promise<unknown> {
    try {
      return await replica.query(query as string, values);
    } catch (error) {
      if (!isDatabaseUnavailable(error) && !isConflict(error)) throw error;
      replica.leave();
      return this.primary.query(query as string, values);
    }
  }
}
