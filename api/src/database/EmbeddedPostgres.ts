import path from 'node:path';
import type { Duplex } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { PgliteStream, type WorkerAnswer } from './PgliteStream';

/**
 * V8 optimizes a WebAssembly function after it has run for this much; by default (1,800,000 on Node 20, 13,000,000 on
 * 24) all that PostgreSQL does once, at its start, is compiled anew. With this an API's start takes 2.5 s of processor
 * time instead of 3.9, opening a database 0.45 instead of 0.7; what is asked again and again is optimized as ever (100
 * to 120 listings a second either way).
 */
const TIERING_BUDGET = 100_000_000;

export interface EmbeddedOptions {
  /** Where the data lives; in memory without it. */
  readonly dataDirectory?: string;
  /** A dumped data directory to start from. */
  readonly snapshot?: Uint8Array;
}

/** PGlite in a thread of this process. */
export class EmbeddedPostgres {
  #connections = 0;

  private constructor(private readonly worker: Worker) {
    worker.setMaxListeners(0);
  }

  /** @throws when the data directory cannot be opened; nothing in it is changed. */
  static async open(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
    setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
    const worker = new Worker(path.join(__dirname, 'pgliteWorker.cjs'), {
      workerData: options,
      stdout: true,
      stderr: true,
      execArgv: [],
    });
    await new Promise<void>((resolve, reject) => {
      worker.once('message', (answer: WorkerAnswer) =>
        answer.kind === 'open' ? resolve() : reject(new Error(answer.reason)),
      );
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`The embedded database ended with ${code}`)));
    });
    return new EmbeddedPostgres(worker);
  }

  /** For pg.Pool's `stream`. */
  readonly createStream = (): Duplex => new PgliteStream(this.worker, ++this.#connections);

  /** The whole data directory as one archive, for starting others from. */
  async dump(): Promise<Uint8Array> {
    const answer = await this.ask('dump');
    if (!answer.bytes) throw new Error(answer.reason ?? 'The dump is empty');
    return answer.bytes;
  }

  async close(): Promise<void> {
    await this.ask('close');
    await this.worker.terminate();
  }

  private ask(kind: 'dump' | 'close'): Promise<WorkerAnswer> {
    return new Promise((resolve) => {
      const receive = (answer: WorkerAnswer): void => {
        if (answer.connection !== undefined) return;
        this.worker.off('message', receive);
        resolve(answer);
      };
      this.worker.on('message', receive);
      this.worker.postMessage({ kind });
    });
  }
}
