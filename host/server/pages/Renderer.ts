import { fork, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { ISOLATED_ENVIRONMENT, isolatedNodeOptions, findUnprivilegedUser } from '@shop/runtime/isolatedNode';

const PING_TIMEOUT_MS = 1_000;
/** With a longer queue, pages would wait until they time out and delay the next ones, too. */
const MAX_PENDING = 100;
/** Characters of the renderer's latest output to keep. */
const MAX_OUTPUT_CHARS = 4_000;
const WORKER = path.join(__dirname, 'renderWorker.cjs');
const WATCH_GLOBALS = require.resolve('@shop/runtime/watchGlobals');
const FREEZE_INTRINSICS = require.resolve('@shop/runtime/freezeIntrinsics');

interface PendingRequest {
  /** Undefined for a page without a remote. */
  readonly release: string | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

interface WorkerMessage {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly uncaughtError?: Error;
  /** Globals that page code has modified. */
  readonly changedGlobals?: readonly string[];
}

/** The page's own code, or its release's, threw. Not used for timeouts and crashes. */
export class PageError extends Error {
  override name = 'PageError';
}

export interface RendererEvents {
  /** Called when the process ended or has to be killed, with the releases that it was rendering. */
  readonly onLost: (renderer: Renderer, releases: ReadonlySet<string>, reason: string) => void;
  /** Called for an error outside of any render, such as in a timer or an unhandled promise. */
  readonly onUncaughtError: (error: Error) => void;
}

/** Best effort: the process may have ended, or the system may not permit it. */
const lowerPriority = (pid: number): void => {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // keep the normal priority
  }
};

export interface RendererSettings {
  /** Path of the host's node build. */
  readonly bundle: string;
  /** Directory with the node builds of releases, the only other directory that it may read. */
  readonly releases: string;
  /** Runs with lower priority than shared renderers. */
  readonly isApart?: boolean;
}

/** A render process and its pending requests. The process can only read the builds of the host and the releases. */
export class Renderer {
  readonly #worker: ChildProcess;
  readonly #events: RendererEvents;
  readonly #pending = new Map<number, PendingRequest>();
  #nextId = 0;
  #respondedAt: number | undefined;
  #isLost = false;
  #output = '';
  /** Releases whose pages timed out since the last response. */
  readonly #timedOut = new Set<string>();
  readonly releases = new Set<string>();

  constructor({ bundle, releases, isApart: isIsolated = false }: RendererSettings, events: RendererEvents) {
    this.#events = events;
    const readable = [path.dirname(bundle), releases, WORKER, WATCH_GLOBALS, FREEZE_INTRINSICS];
    // Other teams' code runs there, so it gets neither the host's secrets nor access to the registry.
    this.#worker = fork(WORKER, [bundle, WATCH_GLOBALS, FREEZE_INTRINSICS], {
      execArgv: isolatedNodeOptions(readable),
      env: ISOLATED_ENVIRONMENT,
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      ...findUnprivilegedUser(readable),
    });
    if (isIsolated && this.#worker.pid !== undefined) lowerPriority(this.#worker.pid);
    for (const output of [this.#worker.stdout, this.#worker.stderr])
      output?.on('data', (text: Buffer) => this.#captureOutput(text));
    this.#worker.on('message', (message: WorkerMessage) => this.#handleMessage(message));
    this.#worker.on('error', (error) => this.#fail(error.message));
    this.#worker.on('exit', (_code, signal) =>
      this.#fail(signal === 'SIGABRT' ? 'The renderer ran out of memory' : this.#describeExit()),
    );
    this.#worker.unref();
    this.#worker.channel?.unref();
    for (const output of [this.#worker.stdout, this.#worker.stderr]) if (output instanceof Socket) output.unref();
  }

  /** Forwards output to the host's log, and keeps its end to explain a crash. */
  #captureOutput(text: Buffer): void {
    process.stdout.write(text);
    this.#output = (this.#output + text.toString()).slice(-MAX_OUTPUT_CHARS);
  }

  #describeExit(): string {
    const error = this.#output.split('\n').find((line) => /^\w*Error\b/.test(line));
    return error === undefined ? 'The renderer ended' : `The renderer ended: ${error}`;
  }

  #handleMessage({ id, result, error, uncaughtError, changedGlobals }: WorkerMessage): void {
    if (uncaughtError) return this.#events.onUncaughtError(uncaughtError);
    if (changedGlobals) return this.#fail(`A page changed ${changedGlobals.slice(0, 5).join(', ')} for all pages`);
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#removePending(id, pending);
    if (error !== undefined) return pending.reject(new PageError(error));
    this.#respondedAt = performance.now();
    this.#timedOut.clear();
    pending.resolve(result);
  }

  /** True once the build has loaded and responded. */
  get hasResponded(): boolean {
    return this.#respondedAt !== undefined;
  }

  get isFull(): boolean {
    return this.#pending.size >= MAX_PENDING;
  }

  /** True if there was a recent response. A ping alone is not enough, because it queues behind pending pages. */
  get isResponsive(): boolean {
    return this.#respondedAt !== undefined && performance.now() - this.#respondedAt < PING_TIMEOUT_MS;
  }

  #removePending(id: number, pending: PendingRequest): void {
    clearTimeout(pending.timer);
    this.#pending.delete(id);
  }

  #fail(reason: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    const releases = new Set([
      ...this.#timedOut,
      ...[...this.#pending.values()].flatMap(({ release }) => release ?? []),
    ]);
    this.#rejectAll(reason);
    this.#events.onLost(this, releases, reason);
    this.#worker.kill('SIGKILL');
  }

  #rejectAll(reason: string): void {
    for (const [id, pending] of this.#pending) {
      this.#removePending(id, pending);
      pending.reject(new Error(reason));
    }
  }

  send(request: unknown, timeoutMs: number, release?: string): Promise<unknown> {
    const id = this.#nextId++;
    if (release !== undefined) this.releases.add(release);
    return new Promise((resolve, reject) => {
      const onTimeout = (): void => {
        this.#pending.delete(id);
        if (release !== undefined) this.#timedOut.add(release);
        reject(new Error(`The renderer did not respond within ${timeoutMs} ms`));
      };
      this.#pending.set(id, { release, resolve, reject, timer: setTimeout(onTimeout, timeoutMs) });
      this.#worker.send({ id, request }, () => undefined); // a closed channel is handled by 'exit'
    });
  }

  /** Kills the process only if it does not respond to a ping: a timeout alone does not mean that it hangs. */
  async failIfHung(): Promise<void> {
    try {
      await this.send('ping', PING_TIMEOUT_MS);
    } catch {
      if (!this.isResponsive) this.#fail('The renderer does not respond');
    }
  }

  async end(): Promise<void> {
    this.#isLost = true;
    const { exitCode, signalCode } = this.#worker;
    const ended =
      exitCode === null && signalCode === null
        ? new Promise((resolve) => this.#worker.once('exit', resolve))
        : undefined;
    this.#worker.kill('SIGKILL');
    await ended;
    this.#rejectAll('The renderer ended');
  }
}
