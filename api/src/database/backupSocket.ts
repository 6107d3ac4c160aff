import fs from 'node:fs';
import http from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { insertAudit, type AuditEntry } from '../audit/auditRepository';
import type { Database } from './Database';

const OTHERS_NOTHING = 0o177;

/** Where the process that has opened a data directory serves copies of it. */
export const getBackupSocket = (directory: string): string => `${directory}.socket`;

/** Compresses a copy. No transaction is open meanwhile, because the embedded database has one connection. */
export const copyEmbedded = async (database: Database, dump: () => Promise<Uint8Array>): Promise<Buffer> => {
  const archive = await database.transaction(async (connection) => {
    await connection.query('CHECKPOINT');
    return dump();
  });
  return promisify(gzip)(archive);
};

/**
 * Serves copies of the embedded database to this user's commands while its process runs: GET is a copy, POST records
 * that it was kept. Returns a function that ends it.
 */
export const serveBackups = (directory: string, database: Database, dump: () => Promise<Uint8Array>): (() => void) => {
  const socket = getBackupSocket(directory);
  const answer = async (request: http.IncomingMessage): Promise<Buffer> => {
    if (request.method !== 'POST') return copyEmbedded(database, dump);
    await insertAudit(database, (await json(request)) as AuditEntry, new Date());
    return Buffer.alloc(0);
  };
  const server = http.createServer((request, response) => {
    answer(request).then(
      (body) => response.end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  // Such as a path that is too long for a socket: the shop runs, and is stopped for a backup.
  server.once('error', () => undefined);
  fs.rmSync(socket, { force: true }); // of a process that was killed
  const umask = process.umask(OTHERS_NOTHING);
  server.listen(socket).unref();
  process.umask(umask);
  return () => {
    server.close();
    server.closeAllConnections();
  };
};

/** Sends a request to the process that has opened a data directory. @throws if it does not serve copies. */
export const askForBackup = (directory: string, entry?: AuditEntry): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options = { socketPath: getBackupSocket(directory), method: entry === undefined ? 'GET' : 'POST' };
    const request = http.request(options, (response) => {
      buffer(response).then(
        (body) => (response.statusCode === 200 ? resolve(body) : reject(new Error(body.toString()))),
        reject,
      );
    });
    request.once('error', reject);
    request.end(entry === undefined ? undefined : JSON.stringify(entry));
  });
