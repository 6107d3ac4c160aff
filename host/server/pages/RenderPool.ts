import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RenderRequest, RenderResult } from '../../src/entry.server';

const RENDER_TIMEOUT_MS = 2_500;
const PING_TIMEOUT_MS = 1_000;
/** A renderer is asked for so many pages at once: more would wait until they are late, and make those that come after them late, too. */
const MOST_AT_ONCE = 100;
/** Code cannot be unloaded: a worker that has rendered this many different releases makes room for a fresh one. */
const MAX_RELEASES_PER_WORKER = 200;
/** A build that breaks as it starts is tried again after a pause that doubles, up to the longest: each try takes as much of the processor as it can. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** One renderer thread and the requests it has not answered yet. */
class Renderer {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;
  #answeredAt: number | undefined;
  readonly releases = new Set<string>();

  constructor(bundle: string, onGone: (renderer: Renderer) => void, onStray: (error: Error) => void) {
    this.#worker = new Worker(path.join(__dirname, 'renderWorker.cjs'), { workerData: { bundle }, env: { ...process.env, NODE_ENV: 'production' } });
    this.#worker.on('message', ({ id, result, error, stray }: { id: number; result?: unknown; error?: string; stray?: Error }) => {
      if (stray) return onStray(stray);
      const waiting = this.#waiting.get(id);
      if (!waiting) return;
      this.#forget(id, waiting);
      if (error === undefined) this.#answeredAt = performance.now();
      if (error === undefined) waiting.resolve(result);
      else waiting.reject(new Error(error));
    });
    const gone = (error: Error): void => {
      for (const [id, waiting] of this.#waiting) {
        this.#forget(id, waiting);
        waiting.reject(error);
      }
      onGone(this);
    };
    this.#worker.on('error', gone);
    this.#worker.on('exit', () => gone(new Error('The renderer ended')));
    this.#worker.unref();
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

  ask(request: unknown, timeoutMs: number): Promise<unknown> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error(`The renderer gave no answer within ${timeoutMs} ms`));
      }, timeoutMs);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#worker.postMessage({ id, request });
    });
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

export interface RenderPool {
  /** Rejects when the page throws or is late; the caller then sends the client-rendered shell. */
  render(request: RenderRequest): Promise<RenderResult>;
  /** Rejects when a renderer does not answer, or has not loaded the host's build. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const isRenderResult = (value: unknown): value is RenderResult =>
  typeof value === 'object' && value !== null && 'kind' in value && (value.kind === 'page' || value.kind === 'redirect');

/** `onStray` is told of an error in a page's code that came to no page: in a timer, or in a promise that nobody waits for. */
export const createRenderPool = (bundle: string, size: number, onStray: (error: Error) => void = () => undefined): RenderPool => {
  let closed = false;
  /** One for each place; undefined while a broken build pauses. */
  const renderers: (Renderer | undefined)[] = [];
  let turn = 0;
  let pauseMs = 0;

  const start = (place: number): void => {
    if (!closed) renderers[place] = new Renderer(bundle, replace, onStray);
  };
  const replace = (gone: Renderer): void => {
    const place = renderers.indexOf(gone);
    if (place < 0) return;
    pauseMs = gone.hasWorked ? 0 : Math.min(Math.max(FIRST_PAUSE_MS, pauseMs * 2), LONGEST_PAUSE_MS);
    if (pauseMs === 0) return start(place);
    renderers[place] = undefined;
    setTimeout(() => start(place), pauseMs).unref();
  };
  for (let place = 0; place < size; place += 1) start(place);

  /** Late is not dead: only a thread that answers no ping is hung. */
  const replaceIfHung = async (renderer: Renderer): Promise<void> => {
    try {
      await renderer.ask('ping', PING_TIMEOUT_MS);
    } catch {
      if (renderer.isAnswering) return;
      replace(renderer);
      await renderer.end();
    }
  };

  const recycleIfFull = (renderer: Renderer): void => {
    if (renderer.releases.size <= MAX_RELEASES_PER_WORKER) return;
    replace(renderer);
    setTimeout(() => void renderer.end(), RENDER_TIMEOUT_MS * 2).unref();
  };

  return {
    async render(request) {
      const renderer = renderers[turn++ % renderers.length];
      if (!renderer) throw new Error('There is no renderer');
      if (renderer.isFull) throw new Error('The renderer has as much to do as it can');
      if (request.release) renderer.releases.add(`${request.release.remote}@${request.release.version}`);
      try {
        const result = await renderer.ask(request, RENDER_TIMEOUT_MS);
        if (!isRenderResult(result)) throw new Error('The renderer gave no page');
        recycleIfFull(renderer);
        return result;
      } catch (error) {
        void replaceIfHung(renderer);
        throw error;
      }
    },
    async check() {
      const loaded = await Promise.all(
        renderers.map(async (renderer) => {
          if (!renderer) throw new Error('There is no renderer');
          return renderer.ask('load', RENDER_TIMEOUT_MS);
        }),
      );
      if (loaded.some((renders) => renders !== true)) throw new Error("The host's build renders nothing");
    },
    async close() {
      closed = true;
      await Promise.all(renderers.map(async (renderer) => renderer?.end()));
    },
  };
};
