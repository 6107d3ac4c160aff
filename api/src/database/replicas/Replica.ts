import pg from 'pg';
import type { Readable } from '../Database';
import { parsePosition, type LogPosition } from './logPosition';

const CONNECTIONS = 5;
/** Short, because the primary is asked next. */
const CONNECT_TIMEOUT_MS = 500;
const QUERY_TIMEOUT_MS = 1_500;
const CHECK_TIMEOUT_MS = 500;

interface State {
  readonly standby: boolean;
  readonly position: string | null;
  readonly started: string;
}

/** A server that follows the primary. */
export class Replica implements Readable {
  readonly #pool: pg.Pool;
  readonly query: pg.Pool['query'];
  #position: LogPosition | undefined;
  #startedAsPrimary: string | undefined;

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      application_name: 'shop-api reads',
    });
    this.#pool.on('error', () => undefined); // an idle connection was lost; the next query opens another
    this.#pool.on('connect', (connection) => connection.on('error', () => undefined));
    this.query = this.#pool.query.bind(this.#pool);
  }

  /** How far it has followed, by the last check; undefined if it may not be read. */
  get position(): LogPosition | undefined {
    return this.#position;
  }

  /** When it was started, if it follows nobody by the last check. */
  get startedAsPrimary(): string | undefined {
    return this.#startedAsPrimary;
  }

  /** Asks how far it has followed the primary. */
  async check(): Promise<void> {
    const question = {
      text: `SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn()::text AS position,
                    pg_postmaster_start_time()::text AS started`,
      query_timeout: CHECK_TIMEOUT_MS,
    };
    const state = await this.#pool.query<State>(question).then(
      ({ rows }) => rows[0],
      () => undefined,
    );
    this.#position = state?.standby && state.position !== null ? parsePosition(state.position) : undefined;
    this.#startedAsPrimary = state && !state.standby ? state.started : undefined;
  }

  /** Leaves it alone until the next check succeeds. */
  leave(): void {
    this.#position = undefined;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
