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
  /** Where what it prints goes. */
  readonly log: string;
  /** Resolves true once it serves. */
  readonly isReady: () => Promise<boolean>;
}

/** One process of a topology, which can be ended, killed and started again. */
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

  /** Starts it and waits until it serves. @throws {Error} with the end of its log where it does not. */
  async start(): Promise<void> {
    const { name, command, args, cwd, env, log, isReady } = this.options;
    const out = fs.openSync(log, 'a');
    this.#child = spawn(command, args, { cwd, stdio: ['ignore', out, out], env: { ...process.env, ...env } });
    fs.closeSync(out);
    const until = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < until) {
      if (!this.isRunning) break;
      if (await isReady().catch(() => false)) return;
      await sleep(50);
    }
    await this.kill();
    throw new Error(`${name} did not start. The end of ${log}:\n${fs.readFileSync(log, 'utf8').slice(-2_000)}`);
  }

  /** Asks it to end, and waits for that. Answers its exit code; null where a signal ended it. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    if (!child || !this.isRunning) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }

  /** As a crash would. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }
}
