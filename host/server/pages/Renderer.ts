import path from 'node:path';
import { Worker } from 'node:worker_threads';

const PING_TIMEOUT_MS = 1_000;
/** A renderer is asked for so many pages at once: more would wait until they are late, and make those that come after them late, too. */
const MOST_AT_ONCE = 100;
/** A renderer with ten releases takes some 60 MB; one page that takes hundreds ends its renderer, not the host. */
const MOST_MEMORY_MB = 256;

interface Waiting {
  /** The release that renders it; undefined for a page of nobody's. */
  readonly release: string | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

interface Message {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly stray?: Error;
  /** What the page's code has changed of what all pages use. */
  readonly changedGlobals?: readonly string[];
}

export interface RendererEvents {
  /** It ended, or is to be ended: with the releases whose pages were under way, one of which has done it. */
  readonly onLost: (renderer: Renderer, releases: ReadonlySet<string>, reason: string) => void;
  /** An error in a page's code that came to no page: in a timer, or in a promise that nobody waits for. */
  readonly onStray: (error: Error) => void;
}

/** One thread that renders, and the requests it has not answered yet. */
export class Renderer {
  readonly #worker: Worker;
  readonly #events: RendererEvents;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;
  #answeredAt: number | undefined;
  #isLost = false;
  /** Whose pages were late since it answered last. */
  readonly #late = new Set<string>();
  readonly releases = new Set<string>();

  constructor(bundle: string, events: RendererEvents) {
    this.#events = events;
    this.#worker = new Worker(path.join(__dirname, 'renderWorker.cjs'), {
      workerData: { bundle },
      // Other teams' code runs there: it finds no secret of the host's.
      env: { NODE_ENV: 'production' },
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    });
    this.#worker.on('message', (message: Message) => this.#receive(message));
    this.#worker.on('error', (error) => this.#lose(error.message));
    this.#worker.on('exit', () => this.#lose('The renderer ended'));
    this.#worker.unref();
  }

  #receive({ id, result, error, stray, changedGlobals }: Message): void {
    if (stray) return this.#events.onStray(stray);
    if (changedGlobals) return this.#lose(`A page changed ${changedGlobals.slice(0, 5).join(', ')} for all others`);
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#forget(id, waiting);
    if (error !== undefined) return waiting.reject(new Error(error));
    this.#answeredAt = performance.now();
    this.#late.clear();
    waiting.resolve(result);
  }

  /** Whether it was started with a build that can be. */
  get hasWorked(): boolean {
    return this.#answeredAt !== undefined;
  }

  get isFull(): boolean {
    return this.#waiting.size >= MOST_AT_ONCE;
  }

  /** Whether it answered anything of late. A ping waits behind all the pages that were asked for before it. */
  get isAnswering(): boolean {
    return this.#answeredAt !== undefined && performance.now() - this.#answeredAt < PING_TIMEOUT_MS;
  }

  #forget(id: number, waiting: Waiting): void {
    clearTimeout(waiting.timer);
    this.#waiting.delete(id);
  }

  #lose(reason: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    const releases = new Set([...this.#late, ...[...this.#waiting.values()].flatMap(({ release }) => release ?? [])]);
    this.#rejectAll(reason);
    this.#events.onLost(this, releases, reason);
    void this.#worker.terminate();
  }

  #rejectAll(reason: string): void {
    for (const [id, waiting] of this.#waiting) {
      this.#forget(id, waiting);
      waiting.reject(new Error(reason));
    }
  }

  ask(request: unknown, timeoutMs: number, release?: string): Promise<unknown> {
    const id = this.#nextId++;
    if (release !== undefined) this.releases.add(release);
    return new Promise((resolve, reject) => {
      const late = (): void => {
        this.#waiting.delete(id);
        if (release !== undefined) this.#late.add(release);
        reject(new Error(`The renderer gave no answer within ${timeoutMs} ms`));
      };
      this.#waiting.set(id, { release, resolve, reject, timer: setTimeout(late, timeoutMs) });
      this.#worker.postMessage({ id, request });
    });
  }

  /** Late is not dead: only a thread that answers no ping is hung. */
  async loseIfHung(): Promise<void> {
    try {
      await this.ask('ping', PING_TIMEOUT_MS);
    } catch {
      if (!this.isAnswering) this.#lose('The renderer hangs');
    }
  }

  async end(): Promise<void> {
    this.#isLost = true;
    await this.#worker.terminate();
    this.#rejectAll('The renderer ended');
  }
}
