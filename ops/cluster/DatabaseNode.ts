import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { ManagedProcess } from '@shop/server-kit/testing/ManagedProcess';
import { NODE_PORTS } from './nodeEnvironment';

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended
  }
};

interface DatabaseNodeParts {
  readonly name: string;
  readonly address: string;
  /** The data directory. */
  readonly data: string;
  /** The settings of Patroni. */
  readonly settings: string;
  readonly backupSettings: string | undefined;
  readonly patroni: ManagedProcess;
  /** Of Patroni's API. */
  readonly password: string;
}

/** A database machine: Patroni and the PostgreSQL that it runs. */
export class DatabaseNode {
  readonly name: string;
  readonly address: string;
  readonly settings: string;
  /** PGBACKREST_CONFIG, if there are backups. */
  readonly backupSettings: string | undefined;
  readonly #data: string;
  readonly #patroni: ManagedProcess;
  readonly #password: string;

  constructor({ name, address, data, settings, backupSettings, patroni, password }: DatabaseNodeParts) {
    this.name = name;
    this.address = address;
    this.settings = settings;
    this.backupSettings = backupSettings;
    this.#data = data;
    this.#patroni = patroni;
    this.#password = password;
  }

  /** Asks Patroni, like HAProxy. */
  async isPrimary(): Promise<boolean> {
    const answer = await fetch(`http://${this.address}:${NODE_PORTS.patroni}/primary`, {
      signal: AbortSignal.timeout(1_000),
    }).catch(() => undefined);
    return answer?.ok ?? false;
  }

  async start(): Promise<void> {
    await this.#patroni.start();
  }

  /** Patroni stops PostgreSQL before it ends. */
  async stop(): Promise<void> {
    this.resume();
    await this.#patroni.stop();
  }

  /** Like a loss of power. */
  async kill(): Promise<void> {
    const pids = this.#listPostgres();
    this.#patroni.signal('SIGKILL');
    for (const pid of pids) send(pid, 'SIGKILL');
    await this.#patroni.ended;
  }

  /** Like a partition: nothing answers, and connections stay open. */
  pause(): void {
    this.#patroni.signal('SIGSTOP');
    for (const pid of this.#listPostgres()) send(pid, 'SIGSTOP');
  }

  resume(): void {
    for (const pid of this.#listPostgres()) send(pid, 'SIGCONT');
    this.#patroni.signal('SIGCONT');
  }

  /** Hands the role of the primary to another machine, which Patroni chooses. */
  async switchOver(): Promise<void> {
    const answer = await fetch(`http://${this.address}:${NODE_PORTS.patroni}/switchover`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`patroni:${this.#password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ leader: this.name }),
    });
    if (!answer.ok) throw new Error(`The switchover was refused: ${answer.status} ${await answer.text()}`);
  }

  /** The postmaster and its processes. */
  #listPostgres(): readonly number[] {
    const file = path.join(this.#data, 'postmaster.pid');
    if (!fs.existsSync(file)) return [];
    const postmaster = Number.parseInt(fs.readFileSync(file, 'utf8'), 10);
    const { stdout } = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' });
    return [postmaster, ...stdout.split('\n').filter(Boolean).map(Number)];
  }
}
