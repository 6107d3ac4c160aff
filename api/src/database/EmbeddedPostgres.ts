import path from 'node:path';
import type { Duplex } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { PgliteStream, type WorkerMessage } from './PgliteStream';

/**
 * V8 optimizes a WebAssembly function after this much work. With the defaults (1,800,000 in Node 20, 13,000,000 in 24)
 * it recompiles code that PostgreSQL runs only once, on start. With this value the API starts in 2.5 s of CPU time
 * instead of 3.9, and opening a database takes 0.45 s instead of 0.7; throughput is the same (100 to 120 listings per
 * second).
 */
const TIERING_BUDGET = 100_000_000;

export interface EmbeddedOptions {
  /** Keeps the data in memory if unset. */
  readonly dataDirectory?: string;
  /** A dump of a data directory to start from. */
  readonly snapshot?: Uint8Array;
  /** PGlite as a compiled module, for a process that opens many databases. Compiled anew if unset. */
  readonly wasmModule?: WebAssembly.Module;
}

/** Runs PGlite in a worker thread. */
export class EmbeddedPostgres {
  #connections = 0;

  private constructor(private readonly worker: Worker) {
    worker.setMaxListeners(0);
  }

  /** @throws if the data directory cannot be opened; it is not changed then. */
  static async open(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
    setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
    const worker = new Worker(path.join(__dirname, 'pgliteWorker.cjs'), {
      workerData: options,
      stdout: true,
      stderr: true,
      execArgv: [],
    });
    await new Promise<void>((resolve, reject) => {
      worker.once('message', (answer: WorkerMessage) =>
        answer.kind === 'open' ? resolve() : reject(new Error(answer.reason)),
      );
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`The embedded database ended with ${code}`)));
    });
    return new EmbeddedPostgres(worker);
  }

  /** The `stream` option of pg.Pool. */
  readonly createStream = (): Duplex => new PgliteStream(this.worker, ++this.#connections);

  /** Returns the data directory as one archive, which `snapshot` accepts. */
  async dump(): Promise<Uint8Array> {
    const answer = await this.request('dump');
    if (!answer.bytes) throw new Error(answer.reason ?? 'The dump is empty');
    return answer.bytes;
  }

  async close(): Promise<void> {
    await this.request('close');
    await this.worker.terminate();
  }

  private request(kind: 'dump' | 'close'): Promise<WorkerMessage> {
    return new Promise((resolve) => {
      const receive = (answer: WorkerMessage): void => {
        if (answer.connection !== undefined) return;
        this.worker.off('message', receive);
        resolve(answer);
      };
      this.worker.on('message', receive);
      this.worker.postMessage({ kind });
    });
  }
}
