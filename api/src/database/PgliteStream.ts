import { Duplex } from 'node:stream';
import type { Worker } from 'node:worker_threads';

/** A message from the worker thread of the embedded database. */
export interface WorkerMessage {
  readonly kind: 'open' | 'bytes' | 'connected' | 'dump' | 'closed' | 'failed';
  readonly connection?: number;
  readonly bytes?: Uint8Array;
  readonly reason?: string;
}

const TERMINATE = 0x58; // 'X', the Terminate message

/** A connection to the embedded database that looks like a socket to node-postgres. */
export class PgliteStream extends Duplex {
  constructor(
    private readonly worker: Worker,
    private readonly id: number,
  ) {
    super();
    worker.on('message', this.receive);
  }

  private readonly receive = (answer: WorkerMessage): void => {
    if (answer.connection !== this.id) return;
    if (answer.kind === 'connected') this.emit('connect');
    else if (answer.kind === 'bytes' && answer.bytes) this.push(Buffer.from(answer.bytes));
    else if (answer.kind === 'failed') this.destroy(new Error(answer.reason));
  };

  connect(): this {
    this.worker.postMessage({ kind: 'connect', connection: this.id });
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {
    // Responses are pushed as they arrive.
  }

  // node-postgres corks the messages of one request. Send them together, because PGlite executes one batch at a time.
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    const bytes = Buffer.concat(chunks.map(({ chunk }) => chunk));
    if (bytes[0] === TERMINATE) this.push(null);
    else this.worker.postMessage({ kind: 'bytes', connection: this.id, bytes: new Uint8Array(bytes) });
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.worker.off('message', this.receive);
    this.push(null);
    done(error);
  }
}
