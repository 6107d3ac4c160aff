import { fork, type ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { ISOLATED_ENVIRONMENT, isolatedNodeOptions, otherUser } from '@shop/federation/server/isolatedNode';

const PING_TIMEOUT_MS = 1_000;
/**
 * A renderer is asked for so many pages at once: more would wait until they are late, and make those that come after
 * them late, too.
 */
const MAX_PENDING = 100;
/** So many letters of what a renderer wrote last are kept. */
const MAX_OUTPUT_CHARS = 4_000;
const WORKER = path.join(__dirname, 'renderWorker.cjs');
const WATCH_GLOBALS = require.resolve('@shop/federation/server/watchGlobals');
const FREEZE_INTRINSICS = require.resolve('@shop/federation/server/freezeIntrinsics');

interface PendingRequest {
  /** The release that renders it; undefined for a page of nobody's. */
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
  /** What the page's code has changed of what all pages use. */
  readonly changedGlobals?: readonly string[];
}

/** A page that failed in its own code, or that of its release: not one that was late, or lost with others. */
export class PageError extends Error {
  override name = 'PageError';
}

export interface RendererEvents {
  /** It ended, or is to be ended: with the releases whose pages were under way, one of which has done it. */
  readonly onLost: (renderer: Renderer, releases: ReadonlySet<string>, reason: string) => void;
  /** An error in a page's code that came to no page: in a timer, or in a promise that nobody waits for. */
  readonly onUncaughtError: (error: Error) => void;
}

/** A process that ended in the same moment, or a system that does not let us, is no reason not to render. */
const lowerPriority = (pid: number): void => {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It renders with the others' priority.
  }
};

/** What a renderer is started with. */
export interface RendererSettings {
  /** The host's node build. */
  readonly bundle: string;
  /** Where the node builds of releases are: all that it reads besides. */
  readonly releases: string;
  /** Whether the others' pages come first, where the processor is short. */
  readonly isApart?: boolean;
}

/**
 * One process that renders, and the requests it has not answered yet. It reads the host's build and the releases', and
 * no more.
 */
export class Renderer {
  readonly #worker: ChildProcess;
  readonly #events: RendererEvents;
  readonly #pending = new Map<number, PendingRequest>();
  #nextId = 0;
  #respondedAt: number | undefined;
  #isLost = false;
  #output = '';
  /** Whose pages were late since it answered last. */
  readonly #timedOut = new Set<string>();
  readonly releases = new Set<string>();

  constructor({ bundle, releases, isApart: isIsolated = false }: RendererSettings, events: RendererEvents) {
    this.#events = events;
    const readable = [path.dirname(bundle), releases, WORKER, WATCH_GLOBALS, FREEZE_INTRINSICS];
    // Other teams' code runs there: it finds no secret of the host's, and no way to the registry.
    this.#worker = fork(WORKER, [bundle, WATCH_GLOBALS, FREEZE_INTRINSICS], {
      execArgv: isolatedNodeOptions(readable),
      env: ISOLATED_ENVIRONMENT,
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      ...otherUser(readable),
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

  /** What pages write goes where the host's log goes; its end may say why the renderer ended. */
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
    if (changedGlobals) return this.#fail(`A page changed ${changedGlobals.slice(0, 5).join(', ')} for all others`);
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#removePending(id, pending);
    if (error !== undefined) return pending.reject(new PageError(error));
    this.#respondedAt = performance.now();
    this.#timedOut.clear();
    pending.resolve(result);
  }

  /** Whether it was started with a build that can be. */
  get hasResponded(): boolean {
    return this.#respondedAt !== undefined;
  }

  get isFull(): boolean {
    return this.#pending.size >= MAX_PENDING;
  }

  /** Whether it answered anything of late. A ping waits behind all the pages that were asked for before it. */
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
        reject(new Error(`The renderer gave no answer within ${timeoutMs} ms`));
      };
      this.#pending.set(id, { release, resolve, reject, timer: setTimeout(onTimeout, timeoutMs) });
      this.#worker.send({ id, request }, () => undefined); // one that is gone is told by its end
    });
  }

  /** Late is not dead: only a process that answers no ping is hung. */
  async failIfHung(): Promise<void> {
    try {
      await this.send('ping', PING_TIMEOUT_MS);
    } catch {
      if (!this.isResponsive) this.#fail('The renderer hangs');
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
