import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const START_TIMEOUT_MS = 60_000;

export interface InstanceOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Log file of its output. */
  readonly log: string;
  /** Resolves to true once it is ready. */
  readonly isReady: () => Promise<boolean>;
}

/** A process of a topology that can be stopped, killed and restarted. */
export class Instance {
  #child: ChildProcess | undefined;

  constructor(private readonly options: InstanceOptions) {}

  get name(): string {
    return this.options.name;
  }

  get pid(): number | undefined {
    return this.isRunning ? this.#child?.pid : undefined;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /**
   * Starts the process and waits until it is ready.
   * @throws {Error} with the end of its log if it does not start.
   */
  async start(): Promise<void> {
    const { name, command, args, cwd, env, log, isReady } = this.options;
    const out = fs.openSync(log, 'a');
    this.#child = spawn(command, args, { cwd, stdio: ['ignore', out, out], env: { ...process.env, ...env } });
    fs.closeSync(out);
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (!this.isRunning) break;
      if (await isReady().catch(() => false)) return;
      await sleep(50);
    }
    await this.kill();
    throw new Error(`${name} did not start. The end of ${log}:\n${fs.readFileSync(log, 'utf8').slice(-2_000)}`);
  }

  /** Stops the process and waits until it exits. Returns its exit code, or null if a signal ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    if (!child || !this.isRunning) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }

  /** Simulates a crash: kills the process with SIGKILL. */
  async kill(): Promise<void> {
    await this.stop('SIGKILL');
  }
}
