import fs from 'node:fs';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ApiConfig } from '../../src/config';
import type { Queryable } from '../../src/database/Database';
import { openDirectory } from '../../src/database/openDatabase';
import { readSchemaState } from '../../src/database/schemaState';
import { explainInUse, hasEmbeddedDatabase, openAnyDatabase } from '../openOperatorDatabase';
import { OperatorError } from '../OperatorError';
import { writePrivateFile } from '../writePrivateFile';
import { buildConnectionEnvironment, findTools, startTool } from './postgresTools';

export type DatabaseLocation = Pick<ApiConfig, 'databaseUrl' | 'dataDirectory'>;

const createMissingShopError = (): OperatorError =>
  new OperatorError('refused', 'This database has no shop: there is nothing to back up.');

const requireShop = async (database: Queryable): Promise<void> => {
  if ((await readSchemaState(database)) === 'none') throw createMissingShopError();
};

/** Dumps a consistent snapshot of the running database in pg_dump's custom format. */
const dumpPostgres = async (databaseUrl: string, location: DatabaseLocation, file: string): Promise<void> => {
  const database = await openAnyDatabase(location);
  try {
    await requireShop(database);
    const tools = await findTools(database);
    await writePrivateFile(file, async (descriptor) => {
      const failure = await startTool(tools, 'pg_dump', ['--format=custom', '--no-owner', '--no-privileges'], {
        env: buildConnectionEnvironment(databaseUrl),
        stdout: descriptor,
      }).failure;
      if (failure !== undefined) throw new OperatorError('failed', `The database could not be backed up: ${failure}.`);
    });
  } finally {
    await database.close();
  }
};

const readEmbedded = async (directory: string): Promise<Uint8Array> => {
  if (!hasEmbeddedDatabase(directory)) throw createMissingShopError();
  const { database, dump } = await openDirectory(directory).catch((error: unknown) => {
    throw explainInUse(error);
  });
  try {
    await requireShop(database);
    return await dump();
  } finally {
    await database.close();
  }
};

/** Writes the embedded database's data directory as a compressed archive. */
const dumpEmbedded = async ({ dataDirectory }: DatabaseLocation, file: string): Promise<void> => {
  const archive = await promisify(gzip)(await readEmbedded(dataDirectory));
  await writePrivateFile(file, async (descriptor) => fs.writeFileSync(descriptor, archive));
};

/** `npm run backup -- FILE`: writes the whole database to a file that only its owner can read. */
export const backupDatabase = async (
  location: DatabaseLocation,
  file: string,
  print: (line: string) => void,
): Promise<void> => {
  if (location.databaseUrl === undefined) await dumpEmbedded(location, file);
  else await dumpPostgres(location.databaseUrl, location, file);
  print(
    `Backed up ${location.databaseUrl === undefined ? 'the embedded database' : 'PostgreSQL'} to ${file} (${Math.ceil(fs.statSync(file).size / 1024)} KB).`,
  );
};
