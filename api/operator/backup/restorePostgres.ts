import { compareSchema, readSchemaState } from '../../src/database/schemaState';
import type { Queryable } from '../../src/database/Database';
import { openAnyDatabase } from '../openOperatorDatabase';
import { OperatorError } from '../OperatorError';
import { damaged, requireKind, tooNew } from './backupFile';
import { connectionEnvironment, findTools, startTool } from './postgresTools';
import { requireReplaceable } from './requireReplaceable';
import { noteRestore, type Restore } from './noteRestore';

/** How long the restore waits for others who use the database. */
const LOCK_TIMEOUT = '20s';

/** Takes out all that the shop has made; extensions stay, for who made them may be somebody else. */
const EMPTY_SQL = `
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

/** An order that came since it was looked for is not restored over either. */
const GUARD_SQL = `
DO $$
BEGIN
  IF to_regclass('public.orders') IS NOT NULL THEN
    LOCK TABLE public.orders IN ACCESS EXCLUSIVE MODE;
    IF EXISTS (SELECT 1 FROM public.orders) THEN RAISE EXCEPTION 'there are orders now'; END IF;
  END IF;
END $$;
`;

const requireShopOrNothing = async (database: Queryable): Promise<void> => {
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

/** The times of the migrations in a backup: from the rows of their table, whose last column it is. */
const readMigrations = (copied: string): number[] =>
  [...copied.matchAll(/^\d+\t[0-9a-f]{64}\t(\d+)$/gm)].map(([, at]) => Number(at));

/**
 * Reads a backup from its beginning to its end before anything is touched. @throws {OperatorError} where it cannot be
 * restored.
 */
const requireRestorable = async (tools: string, file: string): Promise<void> => {
  const whole = await startTool(tools, 'pg_restore', ['--file=/dev/null', file]).failure;
  if (whole !== undefined)
    throw /unsupported version/.test(whole)
      ? new OperatorError('refused', `The file ${file} was written by a newer PostgreSQL: nothing was changed.`)
      : damaged(file);
  const { text, failure } = await readOutput(tools, [
    '--data-only',
    '--schema=drizzle',
    '--table=__drizzle_migrations',
    '--file=-',
    file,
  ]);
  const state = failure === undefined ? compareSchema(readMigrations(text)) : 'none';
  if (state === 'none') throw damaged(file);
  if (state === 'newer') throw tooNew(file);
};

const explainFailure = (reason: string): OperatorError => {
  if (/lock timeout/.test(reason))
    return new OperatorError('conflict', 'The database is in use: stop the shop first. Nothing was changed.');
  return new OperatorError('failed', `The backup could not be restored: ${reason}. Nothing was changed.`);
};

/**
 * Empties and fills the database in one transaction: psql gets what pg_restore makes of the file, and COMMIT only when
 * pg_restore has come to its end. A psql that is killed, or that never hears of COMMIT, has changed nothing.
 */
const replaceAll = async (
  tools: string,
  { databaseUrl, file, replace }: Restore & { readonly databaseUrl: string },
): Promise<void> => {
  const psql = startTool(tools, 'psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'], {
    env: connectionEnvironment(databaseUrl),
    stdin: 'pipe',
  });
  const input = psql.child.stdin;
  if (!input) throw new Error('psql has no input');
  input.on('error', () => undefined); // it ended: its own words say why
  input.write(`SET lock_timeout = '${LOCK_TIMEOUT}';\nBEGIN;\n${replace ? '' : GUARD_SQL}${EMPTY_SQL}`);
  const archive = startTool(tools, 'pg_restore', ['--no-owner', '--no-privileges', '--no-comments', '--file=-', file], {
    stdout: 'pipe',
  });
  archive.child.stdout?.pipe(input, { end: false });
  const ended = await Promise.race([
    archive.failure.then((failure) => ({ by: 'archive' as const, failure })),
    psql.failure.then((failure) => ({ by: 'psql' as const, failure })),
  ]);
  if (ended.by === 'psql') {
    archive.child.kill('SIGKILL');
    throw explainFailure(ended.failure ?? 'psql ended early');
  }
  if (ended.failure !== undefined) {
    psql.child.kill('SIGKILL');
    await psql.failure;
    throw explainFailure(ended.failure);
  }
  input.end('\nCOMMIT;\n');
  const failure = await psql.failure;
  if (failure !== undefined) throw explainFailure(failure);
};

/** Restores a backup of PostgreSQL over the database of DATABASE_URL, all or nothing. */
export const restorePostgres = async (restore: Restore & { readonly databaseUrl: string }): Promise<void> => {
  const { file, replace, entry, now, print } = restore;
  requireKind(file, 'postgresql');
  const database = await openAnyDatabase(restore);
  try {
    await requireShopOrNothing(database);
    await requireReplaceable(database, replace);
    const tools = await findTools(database);
    await requireRestorable(tools, file);
    await replaceAll(tools, restore);
    await noteRestore(database, entry, now);
    await database.query('ANALYZE');
    print(`Restored ${file}.`);
  } finally {
    await database.close();
  }
};
