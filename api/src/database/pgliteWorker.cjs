// PGlite blocks the event loop while it executes, so it runs in a worker thread that speaks PostgreSQL's wire protocol.
const { parentPort, workerData } = require('node:worker_threads');
const { PGlite } = require('@electric-sql/pglite');
const { fuzzystrmatch } = require('@electric-sql/pglite/contrib/fuzzystrmatch');
const { pg_trgm } = require('@electric-sql/pglite/contrib/pg_trgm');

const open = async () => {
  const { dataDirectory, snapshot, wasmModule } = workerData;
  const database = await PGlite.create({
    ...(dataDirectory ? { dataDir: dataDirectory } : {}),
    ...(snapshot ? { loadDataDir: new Blob([snapshot]) } : {}),
    ...(wasmModule ? { pgliteWasmModule: wasmModule } : {}),
    extensions: { fuzzystrmatch, pg_trgm },
  });
  await database.waitReady;
  return database;
};

const handlers = {
  bytes: async (database, { connection, bytes }) => ({
    kind: 'bytes',
    connection,
    bytes: await database.execProtocolRaw(bytes),
  }),
  // All connections share one backend, so reset what the previous connection left behind.
  connect: async (database, { connection }) => {
    await database.exec('ROLLBACK');
    await database.exec('DISCARD ALL');
    return { kind: 'connected', connection };
  },
  dump: async (database) => ({
    kind: 'dump',
    bytes: new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer()),
  }),
  close: async (database) => {
    await database.close();
    return { kind: 'closed' };
  },
};

open().then(
  (database) => {
    // Messages are handled one at a time, because the protocol is sequential.
    let last = Promise.resolve();
    parentPort.on('message', (message) => {
      last = last
        .then(() => handlers[message.kind](database, message))
        .then(
          (answer) => parentPort.postMessage(answer),
          (error) => parentPort.postMessage({ kind: 'failed', connection: message.connection, reason: String(error) }),
        )
        .then(() => message.kind === 'close' && parentPort.close());
    });
    parentPort.postMessage({ kind: 'open' });
  },
  (error) => {
    parentPort.postMessage({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
    parentPort.close();
  },
);
