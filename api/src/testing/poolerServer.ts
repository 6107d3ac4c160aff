import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@shop/server-kit/testing/startServer';
import { ManagedProcess } from '@shop/server-kit/testing/ManagedProcess';
import pg from 'pg';
import { requireFiles } from '@shop/server-kit/testing/debian';
import { findServerUser } from './postgresServer';

const PGBOUNCER = '/usr/sbin/pgbouncer';

/** PgBouncer in transaction mode in front of a PostgreSQL server. */
interface PoolerServer {
  /** Returns the URL of a database through the pooler. */
  getUrl(database: string): string;
  /** Runs a command of the administration console. */
  command(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  stop(): Promise<void>;
}

interface PoolerOptions {
  readonly postgresUrl: string;
  /** Server connections for each database. */
  readonly poolSize: number;
  readonly maxClients: number;
}

/** Starts PgBouncer, which is installed if it is missing. */
export const startPoolerServer = async ({
  postgresUrl,
  poolSize,
  maxClients,
}: PoolerOptions): Promise<PoolerServer> => {
  requireFiles([PGBOUNCER], ['pgbouncer']);
  const { host, port, user = '' } = new pg.Client({ connectionString: postgresUrl });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-pooler-'));
  fs.chmodSync(folder, 0o755);
  const users = path.join(folder, 'users.txt');
  const configuration = path.join(folder, 'pgbouncer.ini');
  const listenPort = await freePort();
  fs.writeFileSync(users, `"${user}" ""\n`);
  fs.writeFileSync(
    configuration,
    `[databases]
* = host=${host} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
listen_backlog = ${maxClients}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
admin_users = ${user}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = ${maxClients}
`,
  );
  const getUrl = (database: string): string => `postgresql://${user}@127.0.0.1:${listenPort}/${database}`;
  const command = async (text: string): Promise<pg.QueryResultRow[]> => {
    const client = new pg.Client({ connectionString: getUrl('pgbouncer') });
    await client.connect();
    try {
      return (await client.query<pg.QueryResultRow>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const server = new ManagedProcess({
    name: 'PgBouncer',
    command: PGBOUNCER,
    args: [...(process.getuid?.() === 0 ? ['-u', findServerUser()] : []), configuration],
    isReady: async () => (await command('SHOW VERSION')).length > 0,
  });
  await server.start();
  return {
    getUrl,
    command,
    async stop() {
      await server.stop('SIGINT'); // waits for the server connections to end
      fs.rmSync(folder, { recursive: true });
    },
  };
};
