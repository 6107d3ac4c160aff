import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Queryable } from '../../src/database/Database';
import { OperatorError } from '../OperatorError';

const TOOLS = ['pg_dump', 'pg_restore', 'psql'] as const;
type Tool = (typeof TOOLS)[number];

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const CONNECT_TIMEOUT_S = '10';
const MAX_STDERR_LENGTH = 4_000;

/** TLS parameters of a URL, and libpq's variables for them. */
const TLS_VARIABLES = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
} as const;

/**
 * Returns the folder of PostgreSQL's programs, preferably of the server's version. @throws {OperatorError} if missing.
 */
export const findTools = async (database: Queryable): Promise<string> => {
  const { rows } = await database.query<{ version: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS version",
  );
  const version = String(rows[0]?.version);
  const installed = fs.existsSync(DEBIAN_FOLDER)
    ? fs
        .readdirSync(DEBIAN_FOLDER)
        .sort((a, b) => Number(b === version) - Number(a === version) || Number(b) - Number(a))
    : [];
  const folders = [
    ...installed.map((folder) => path.join(DEBIAN_FOLDER, folder, 'bin')),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ];
  const found = folders.find((folder) => TOOLS.every((tool) => fs.existsSync(path.join(folder, tool))));
  if (found === undefined)
    throw new OperatorError(
      'failed',
      `${TOOLS.join(', ')} of PostgreSQL ${version} were not found: install the client package (postgresql-client).`,
    );
  return found;
};

/** Converts a URL to libpq's environment variables, because all users of the machine can read command lines. */
export const buildConnectionEnvironment = (databaseUrl: string): NodeJS.ProcessEnv => {
  const { host, port, user, password, database } = new pg.Client({ connectionString: databaseUrl });
  const parameters = new URL(databaseUrl).searchParams;
  const tls = Object.entries(TLS_VARIABLES).flatMap(([name, variable]) => {
    const value = parameters.get(name);
    return value === null ? [] : [[variable, value === 'no-verify' ? 'require' : value]];
  });
  return {
    ...process.env,
    PGHOST: host,
    PGPORT: String(port),
    ...(user ? { PGUSER: user } : {}),
    ...(password ? { PGPASSWORD: password } : {}),
    ...(database ? { PGDATABASE: database } : {}),
    PGCONNECT_TIMEOUT: CONNECT_TIMEOUT_S,
    PGAPPNAME: 'shop-backup',
    ...(Object.fromEntries(tls) as NodeJS.ProcessEnv),
  };
};

interface RunningTool {
  readonly child: ChildProcess;
  /** Resolves when the program ends: to its first error line, or undefined if it succeeded. */
  readonly failure: Promise<string | undefined>;
}

interface ToolOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly stdin?: 'ignore' | 'pipe';
  /** A file descriptor, or a pipe to read from. */
  readonly stdout?: 'ignore' | 'pipe' | number;
}

/** Starts one of PostgreSQL's programs. */
export const startTool = (
  folder: string,
  tool: Tool,
  args: readonly string[],
  { env = process.env, stdin = 'ignore', stdout = 'ignore' }: ToolOptions = {},
): RunningTool => {
  // The messages are parsed below, so they must be English.
  const child = spawn(path.join(folder, tool), args, {
    env: { ...env, LC_MESSAGES: 'C' },
    stdio: [stdin, stdout, 'pipe'],
  });
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(0, MAX_STDERR_LENGTH)));
  const findErrorLine = (): string | undefined => stderr.split('\n').find((line) => /error|fatal/i.test(line));
  const failure = new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? undefined : (findErrorLine() ?? `${tool} ended with ${code ?? signal}`)),
    );
  });
  return { child, failure };
};
