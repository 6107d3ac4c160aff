import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const repositoryRoot = path.resolve(__dirname, '../../..');

/** Returns Node's arguments for a TypeScript file, the same as in production (ops/docker/shop.Dockerfile). */
export const tsxArguments = (file: string, ...args: readonly string[]): readonly string[] => [
  '--import',
  'tsx',
  file,
  ...args,
];

/** Returns a check whether a URL responds successfully. */
export const createUrlCheck = (url: string) => (): Promise<boolean> => fetch(url).then(({ ok }) => ok);

export interface ProcessOptions {
  /** For errors. */
  readonly name: string;
  /** Node by default. */
  readonly command?: string;
  readonly args: readonly string[];
  /** The root of the repository by default. */
  readonly cwd?: string;
  /** Added to the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** What is piped is collected in `output`: both streams by default. */
  readonly stdio?: StdioOptions;
  /** File that both streams are appended to instead. */
  readonly log?: string;
  /** Resolves to true once it is ready. Without it, `start` does not wait. */
  readonly isReady?: () => boolean | Promise<boolean>;
  readonly timeoutMs?: number;
  /** Called when it ends after its start and nobody has stopped it: with its exit code, or the signal that ended it. */
  readonly onUnexpectedEnd?: (how: number | string | null) => void;
}

const POLL_MS = 50;
const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_ERROR_LENGTH = 2_000;

/** A process of tests, measurements and local topologies that can be stopped, killed and restarted. */
export class ManagedProcess {
  #child: ChildProcess | undefined;
  #ended: Promise<number | string | null> = Promise.resolve(null);
  #collected = '';
  #isExpectedToEnd = false;

  constructor(private readonly options: ProcessOptions) {}

  get name(): string {
    return this.options.name;
  }

  get pid(): number | undefined {
    return this.isRunning ? this.#child?.pid : undefined;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** What it has written so far, all starts together. */
  get output(): string {
    return this.options.log === undefined ? this.#collected : fs.readFileSync(this.options.log, 'utf8');
  }

  /** Resolves to its exit code, or to the signal that ended it, once its output is complete. */
  get ended(): Promise<number | string | null> {
    return this.#ended;
  }

  /**
   * Starts the process and waits until it is ready.
   * @throws {Error} with the end of its output if it does not start.
   */
  async start(): Promise<this> {
    const { name, isReady, timeoutMs = DEFAULT_TIMEOUT_MS } = this.options;
    this.#spawn();
    if (!isReady) return this.#watch();
    // Counts attempts rather than time, so that a busy machine gets more of it.
    for (let attempt = 0; attempt < timeoutMs / POLL_MS && this.isRunning; attempt += 1) {
      if (
        (await Promise.resolve()
          .then(isReady)
          .catch(() => false)) &&
        this.isRunning // another process may have answered at its port
      )
        return this.#watch();
      await sleep(POLL_MS);
    }
    const reason = this.isRunning ? 'was not ready in time' : `ended with ${await this.#ended}`;
    await this.kill();
    throw new Error(
      `${name} did not start: it ${reason}. The end of its output:\n${this.output.slice(-MAX_ERROR_LENGTH)}`,
    );
  }

  /** Sends a signal without waiting. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Stops the process and waits until it exits. Returns its exit code, or the signal that ended it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string | null> {
    this.#isExpectedToEnd = true;
    if (this.isRunning) this.signal(signal);
    return this.#ended;
  }

  /** Simulates a crash: kills the process with SIGKILL. */
  async kill(): Promise<void> {
    await this.stop('SIGKILL');
  }

  #watch(): this {
    this.#isExpectedToEnd = false;
    const ended = this.#ended;
    void ended.then((how) => {
      if (!this.#isExpectedToEnd && ended === this.#ended) this.options.onUnexpectedEnd?.(how);
    });
    return this;
  }

  #spawn(): void {
    const {
      command = process.execPath,
      args,
      cwd = repositoryRoot,
      env,
      stdio = ['ignore', 'pipe', 'pipe'],
      log,
    } = this.options;
    const file = log === undefined ? undefined : fs.openSync(log, 'a');
    const child: ChildProcess = spawn(command, args, {
      cwd,
      stdio: file === undefined ? stdio : ['ignore', file, file],
      env: { ...process.env, ...env },
    });
    if (file !== undefined) fs.closeSync(file);
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#collected += text));
    this.#ended = new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal)));
    this.#child = child;
  }
}
