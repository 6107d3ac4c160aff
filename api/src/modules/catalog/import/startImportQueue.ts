import path from 'node:path';
import { Piscina } from 'piscina';
import type { AppContext } from '../../../AppContext';
import type { DatabaseLocation } from '../../../database/openDatabase';
import type { WorkFailed } from '../../../observability/logFailedWork';
import { startPolling } from '../../../startPolling';
import { hasDueImport } from './importsRepository';
import { runDueImports } from './runDueImports';

const POLL_INTERVAL_MS = 1_000;
const IDLE_MS = 60_000;
/** With this niceness, an import gets about a tenth of a core that it shares with requests. */
const NICENESS = 10;

type QueueContext = Pick<AppContext, 'database' | 'clock'> & {
  /** Of the same database. */
  readonly location: Pick<DatabaseLocation, 'databaseUrl' | 'directUrl'>;
  readonly onError: WorkFailed;
};

/**
 * Runs imports, and looks for new ones every second, until stopped: in a thread of its own, which ends after a minute
 * without any, because a large file keeps a thread from everything else for seconds. The embedded database has one
 * connection, which is here.
 */
export const startImportQueue = ({ database, clock, location, onError }: QueueContext): { stop(): Promise<void> } => {
  const { databaseUrl, directUrl } = location;
  const thread = new Piscina({
    filename: path.join(__dirname, 'importWorker.cjs'),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    niceIncrement: NICENESS,
    execArgv: [],
  });
  const runInThread = async (signal: AbortSignal): Promise<void> => {
    if (!(await hasDueImport(database, clock.now()))) return;
    await thread.run({ databaseUrl, directUrl }, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error; // it has ended with its thread
    });
  };
  const queue = startPolling({
    name: 'importing products',
    intervalMs: POLL_INTERVAL_MS,
    work: (signal) =>
      (database.kind === 'pglite' ? runDueImports({ database, clock }, signal) : runInThread(signal)).then(() => false),
    onError,
  });
  return {
    async stop() {
      await queue.stop();
      await thread.destroy();
    },
  };
};
