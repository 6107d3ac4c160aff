import { compareSchema, readSchemaState } from '../../src/database/schemaState';
import type { Queryable } from '../../src/database/Database';
import { openAnyDatabase } from '../openOperatorDatabase';
import { OperatorError } from '../OperatorError';
import { createDamagedError, requireKind, createTooNewError } from './backupFile';
import { buildConnectionEnvironment, findTools, startTool } from './postgresTools';
import { requireReplaceable } from './requireReplaceable';
import { logRestore, type Restore } from './logRestore';

/** How long the restore waits for other connections. */
const LOCK_TIMEOUT = '20s';

/** Drops all objects of the shop. Extensions stay, because another user may own them. */
const DROP_ALL_SQL = `
DO $$
DECLARE
  item record;
BEGIN
  FOR item IN
    SELECT CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind, format('public.%I', relname) AS name
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype IN ('e', 'a', 'i') AND d.classid = 'pg_class'::regclass)
  LOOP
    EXECUTE format('DROP %s IF EXISTS %s CASCADE', item.kind, item.name);
  END LOOP;
  FOR item IN
    SELECT format('public.%I(%s)', proname, pg_get_function_identity_arguments(p.oid)) AS name FROM pg_proc p
    WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
  LOOP
    EXECUTE format('DROP ROUTINE IF EXISTS %s CASCADE', item.name);
  END LOOP;
END $$;
DROP SCHEMA IF EXISTS drizzle CASCADE;
`;

/** Aborts if an order was placed since the check. */
const GUARD_SQL = `
DO $$
BEGIN
  IF to_regclass('public.orders') IS NOT NULL THEN
    LOCK TABLE public.orders IN ACCESS EXCLUSIVE MODE;
    IF EXISTS (SELECT 1 FROM public.orders) THEN RAISE EXCEPTION 'there are orders now'; END IF;
  END IF;
END $$;
`;

const requireShopOrEmpty = async (database: Queryable): Promise<void> => {
  if ((await readSchemaState(database)) !== 'none') return;
  const { rows } = await database.query<{ n: number }>(
    "SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'",
  );
  if ((rows[0]?.n ?? 0) > 0)
    throw new OperatorError(
      'refused',
      "The database of DATABASE_URL has tables that are not this shop's: restore into an empty one.",
    );
};

const readOutput = async (
  tools: string,
  args: readonly string[],
): Promise<{ readonly text: string; readonly failure: string | undefined }> => {
  const { child, failure } = startTool(tools, 'pg_restore', args, { stdout: 'pipe' });
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return { failure: await failure, text };
};

/** Parses the timestamps of migrations, the last column of their table in a plain-text dump. */
const readMigrations = (dump: string): number[] =>
  [...dump.matchAll(/^\d+\t[0-9a-f]{64}\t(\d+)$/gm)].map(([, at]) => Number(at));

/** Reads the whole backup before anything is changed. @throws {OperatorError} if it cannot be restored. */
const requireRestorable = async (tools: string, file: string): Promise<void> => {
  const failureReason = await startTool(tools, 'pg_restore', ['--file=/dev/null', file]).failure;
  if (failureReason !== undefined)
    throw /unsupported version/.test(failureReason)
      ? new OperatorError('refused', `The file ${file} was written by a newer PostgreSQL: nothing was changed.`)
      : createDamagedError(file);
  const { text, failure } = await readOutput(tools, [
    '--data-only',
    '--schema=drizzle',
    '--table=__drizzle_migrations',
    '--file=-',
    file,
  ]);
  const state = failure === undefined ? compareSchema(readMigrations(text)) : 'none';
  if (state === 'none') throw createDamagedError(file);
  if (state === 'newer') throw createTooNewError(file);
};

const explainFailure = (reason: string): OperatorError => {
  if (/lock timeout/.test(reason))
    return new OperatorError('conflict', 'The database is in use: stop the shop first. Nothing was changed.');
  return new OperatorError('failed', `The backup could not be restored: ${reason}. Nothing was changed.`);
};

/**
 * Replaces the database's contents in one transaction: psql executes the output of pg_restore, and COMMIT is sent only
 * after pg_restore has succeeded. If psql is killed or gets no COMMIT, nothing has changed.
 */
const replaceContents = async (
  tools: string,
  { databaseUrl, file, replace }: Restore & { readonly databaseUrl: string },
): Promise<void> => {
  const psql = startTool(tools, 'psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'], {
    env: buildConnectionEnvironment(databaseUrl),
    stdin: 'pipe',
  });
  const input = psql.child.stdin;
  if (!input) throw new Error('psql has no input');
  input.on('error', () => undefined); // psql has ended; its stderr says why
  input.write(`SET lock_timeout = '${LOCK_TIMEOUT}';\nBEGIN;\n${replace ? '' : GUARD_SQL}${DROP_ALL_SQL}`);
  const archive = startTool(tools, 'pg_restore', ['--no-owner', '--no-privileges', '--no-comments', '--file=-', file], {
    stdout: 'pipe',
  });
  archive.child.stdout?.pipe(input, { end: false });
  const firstEnd = await Promise.race([
    archive.failure.then((failure) => ({ by: 'archive' as const, failure })),
    psql.failure.then((failure) => ({ by: 'psql' as const, failure })),
  ]);
  if (firstEnd.by === 'psql') {
    archive.child.kill('SIGKILL');
    throw explainFailure(firstEnd.failure ?? 'psql ended early');
  }
  if (firstEnd.failure !== undefined) {
    psql.child.kill('SIGKILL');
    await psql.failure;
    throw explainFailure(firstEnd.failure);
  }
  input.end('\nCOMMIT;\n');
  const failure = await psql.failure;
  if (failure !== undefined) throw explainFailure(failure);
};

/** Restores a PostgreSQL backup into the database of DATABASE_URL, in one transaction. */
export const restorePostgres = async (restore: Restore & { readonly databaseUrl: string }): Promise<void> => {
  const { file, replace, entry, now, print } = restore;
  requireKind(file, 'postgresql');
  const database = await openAnyDatabase(restore);
  try {
    await requireShopOrEmpty(database);
    await requireReplaceable(database, replace);
    const tools = await findTools(database);
    await requireRestorable(tools, file);
    await replaceContents(tools, restore);
    await logRestore(database, entry, now);
    await database.query('ANALYZE');
    print(`Restored ${file}.`);
  } finally {
    await database.close();
  }
};
