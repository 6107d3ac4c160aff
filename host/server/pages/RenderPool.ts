import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RenderRequest, RenderResult } from '../../src/entry.server';

const RENDER_TIMEOUT_MS = 2_500;
const PING_TIMEOUT_MS = 1_000;
/** Code cannot be unloaded: a worker that has rendered this many different releases makes room for a fresh one. */
const MAX_RELEASES_PER_WORKER = 200;

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
  readonly releases = new Set<string>();

  constructor(bundle: string, onGone: (renderer: Renderer) => void) {
    this.#worker = new Worker(path.join(__dirname, 'renderWorker.cjs'), { workerData: { bundle }, env: { ...process.env, NODE_ENV: 'production' } });
    this.#worker.on('message', ({ id, result, error }: { id: number; result?: unknown; error?: string }) => {
      const waiting = this.#waiting.get(id);
      if (!waiting) return;
      this.#forget(id, waiting);
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

export const createRenderPool = (bundle: string, size: number): RenderPool => {
  let closed = false;
  const renderers: Renderer[] = [];
  let turn = 0;

  const start = (): Renderer => {
    const renderer: Renderer = new Renderer(bundle, (gone) => replace(gone));
    return renderer;
  };
  const replace = (gone: Renderer): void => {
    const index = renderers.indexOf(gone);
    if (index >= 0 && !closed) renderers[index] = start();
  };
  for (let i = 0; i < size; i += 1) renderers.push(start());

  /** Late is not dead: only a thread that answers no ping is hung. */
  const replaceIfHung = async (renderer: Renderer): Promise<void> => {
    try {
      await renderer.ask('ping', PING_TIMEOUT_MS);
    } catch {
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
      const loaded = await Promise.all(renderers.map((renderer) => renderer.ask('load', RENDER_TIMEOUT_MS)));
      if (loaded.some((renders) => renders !== true)) throw new Error("The host's build renders nothing");
    },
    async close() {
      closed = true;
      await Promise.all(renderers.map((renderer) => renderer.end()));
    },
  };
};
