import { spawn, type ChildProcess } from 'node:child_process';
import crypto from 'node:crypto';
import { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { ISOLATED_ENVIRONMENT, isolateNode, WITHOUT_EVAL } from '@shop/runtime/isolatedNode';
import type { ApiAnswer } from '../../src/entry.server';
import { readLines } from './readLines';

const PING_TIMEOUT_MS = 1_000;
/** With a longer queue, pages would wait until they time out and delay the next ones, too. */
const MAX_PENDING = 100;
/** More than any page needs. */
const MAX_API_CALLS = 50;
/** Ten times what the largest page has. The process that wrote more than this could make the host busy. */
const MAX_MESSAGE_CHARS = 2_000_000;
/** Characters of the renderer's latest output to keep. */
const MAX_OUTPUT_CHARS = 4_000;
/** Characters of output that a renderer may add to the host's log in a minute. */
const MAX_LOGGED_CHARS = 20_000;
const LOG_WINDOW_MS = 60_000;
const WORKER = path.join(__dirname, 'renderWorker.cjs');
const RUNTIME_DIRECTORY = path.dirname(require.resolve('@shop/runtime/closeProcess'));

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads a public address of the API. `headers` are added to the call. */
export type CallApi = (address: string, headers?: Readonly<Record<string, string>>) => Promise<ApiAnswer>;

interface PendingRequest {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
  readonly callApi: CallApi | undefined;
  apiCalls: number;
}

/** What the process may say. Its release could say anything, if it ever got hold of the channel. */
const WorkerMessage = Type.Object({
  /** Id of the request. */
  id: Type.Optional(Type.String()),
  result: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.String()),
  /** An error outside of any request. */
  uncaughtError: Type.Optional(Type.Object({ message: Type.String(), stack: Type.String() })),
  /** A call to the API for the request: its number, and the address. */
  call: Type.Optional(Type.Integer()),
  url: Type.Optional(Type.String()),
});

/** The page's own code, or its release's, threw. Not used for timeouts and crashes. */
export class PageError extends Error {
  override name = 'PageError';
}

export interface RendererEvents {
  /** Called when the process ended or has to be killed; `isBusy` if it had work, or was late with some. */
  readonly onLost: (renderer: Renderer, isBusy: boolean, reason: string) => void;
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
}

/**
 * A process that renders pages of one release, and its pending requests. It can only read the builds of the host and
 * the releases, and has neither anything of visitors nor, where the system can deny it, the network: this process reads
 * what is public from the API for it.
 */
export class Renderer {
  readonly #worker: ChildProcess;
  readonly #toWorker: Socket | undefined;
  readonly #events: RendererEvents;
  /** By a random id, so that only the code that was given a request can answer it, once. */
  readonly #pending = new Map<string, PendingRequest>();
  #respondedAt: number | undefined;
  #isLost = false;
  #output = '';
  #logged = { since: 0, chars: 0 };
  /** Whether a page timed out since the last response. */
  #isLate = false;
  /** Requests so far, answered or not. */
  requestCount = 0;
  /** When the latest request was sent, in `performance.now()` milliseconds. */
  usedAt = performance.now();

  constructor({ bundle, releases }: RendererSettings, events: RendererEvents, hasLowPriority = false) {
    this.#events = events;
    const { command, args, user } = isolateNode([path.dirname(bundle), releases, WORKER, RUNTIME_DIRECTORY]);
    // Other teams' code runs there, so it gets neither the host's secrets nor access to the registry.
    this.#worker = spawn(command, [...args, WITHOUT_EVAL, WORKER, bundle, RUNTIME_DIRECTORY], {
      env: ISOLATED_ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
      ...user,
    });
    if (hasLowPriority && this.#worker.pid !== undefined) lowerPriority(this.#worker.pid);
    for (const output of [this.#worker.stdout, this.#worker.stderr])
      output?.on('data', (text: Buffer) => this.#captureOutput(text));
    const [, , , toWorker, fromWorker] = this.#worker.stdio;
    this.#toWorker = toWorker instanceof Socket ? toWorker : undefined;
    this.#toWorker?.on('error', () => undefined); // a closed pipe is handled by 'exit'
    if (fromWorker instanceof Socket)
      readLines(fromWorker, MAX_MESSAGE_CHARS, {
        onLine: (line) => this.#receive(line),
        onTooLong: () => this.#fail(`A page is larger than ${MAX_MESSAGE_CHARS / 1e6} million characters`),
      });
    this.#worker.on('error', (error) => this.#fail(error.message));
    this.#worker.on('exit', (_code, signal) =>
      this.#fail(signal === 'SIGABRT' ? 'The renderer ran out of memory' : this.#describeExit()),
    );
    this.#worker.unref();
    for (const pipe of this.#worker.stdio) if (pipe instanceof Socket) pipe.unref();
  }

  /** Forwards output to the host's log, but not a flood of it, and keeps its end to explain a crash. */
  #captureOutput(data: Buffer): void {
    const text = data.toString();
    const now = performance.now();
    if (this.#logged.since === 0 || now - this.#logged.since > LOG_WINDOW_MS) this.#logged = { since: now, chars: 0 };
    const left = MAX_LOGGED_CHARS - this.#logged.chars;
    this.#logged.chars += text.length;
    if (text.length <= left) process.stdout.write(text);
    else if (left > 0) process.stdout.write(`${text.slice(0, left)}\n… more output of this renderer left out\n`);
    this.#output = (this.#output + text).slice(-MAX_OUTPUT_CHARS);
  }

  #say(message: object): void {
    this.#toWorker?.write(`${JSON.stringify(message)}\n`);
  }

  #receive(line: string): void {
    const message = parseJson(line);
    if (Check(WorkerMessage, message)) this.#handleMessage(message);
    else this.#fail('The renderer sent something that is not one of its messages');
  }

  #describeExit(): string {
    const error = this.#output.split('\n').find((line) => /^\w*Error\b/.test(line));
    return error === undefined ? 'The renderer ended' : `The renderer ended: ${error}`;
  }

  #handleMessage(message: Static<typeof WorkerMessage>): void {
    const { id = '', result, error, uncaughtError, call, url = '' } = message;
    if (uncaughtError)
      return this.#events.onUncaughtError(Object.assign(new Error(uncaughtError.message), uncaughtError));
    const pending = this.#pending.get(id);
    if (call !== undefined) return void this.#answerCall(pending, call, url);
    if (!pending) return;
    this.#removePending(id, pending);
    if (error !== undefined) return pending.reject(new PageError(error));
    this.#respondedAt = performance.now();
    this.#isLate = false;
    pending.resolve(result);
  }

  /** Calls the API for a page while the page is being rendered. */
  async #answerCall(pending: PendingRequest | undefined, call: number, url: string): Promise<void> {
    const respond = (answer: object): void => this.#say({ call, ...answer });
    if (!pending?.callApi || pending.apiCalls >= MAX_API_CALLS)
      return respond({ error: 'The page cannot call the API' });
    pending.apiCalls += 1;
    return pending.callApi(url).then(
      (answer) => respond({ answer }),
      (error: unknown) => respond({ error: error instanceof Error ? error.message : 'The API did not answer' }),
    );
  }

  /** True once the build has loaded and responded. */
  get hasResponded(): boolean {
    return this.#respondedAt !== undefined;
  }

  get isFull(): boolean {
    return this.#pending.size >= MAX_PENDING;
  }

  get isIdle(): boolean {
    return this.#pending.size === 0;
  }

  /** True if there was a recent response. A ping alone is not enough, because it queues behind pending pages. */
  get isResponsive(): boolean {
    return this.#respondedAt !== undefined && performance.now() - this.#respondedAt < PING_TIMEOUT_MS;
  }

  #removePending(id: string, pending: PendingRequest): void {
    clearTimeout(pending.timer);
    this.#pending.delete(id);
  }

  #fail(reason: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    const isBusy = this.#isLate || this.#pending.size > 0;
    this.#rejectAll(reason);
    this.#events.onLost(this, isBusy, reason);
    this.#worker.kill('SIGKILL');
  }

  #rejectAll(reason: string): void {
    for (const [id, pending] of this.#pending) {
      this.#removePending(id, pending);
      pending.reject(new Error(reason));
    }
  }

  send(request: unknown, timeoutMs: number, callApi?: CallApi): Promise<unknown> {
    const id = crypto.randomUUID();
    this.usedAt = performance.now();
    this.requestCount += 1;
    return new Promise((resolve, reject) => {
      const onTimeout = (): void => {
        this.#pending.delete(id);
        this.#isLate = true;
        reject(new Error(`The renderer did not respond within ${timeoutMs} ms`));
      };
      this.#pending.set(id, { resolve, reject, timer: setTimeout(onTimeout, timeoutMs), callApi, apiCalls: 0 });
      this.#say({ id, request });
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
