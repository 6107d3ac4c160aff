import fs from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../api/src/database/openDatabase';
import { allocatePorts, type Ports } from '../ops/stack/ports';
import { publishBuiltRemotes, startTopology, type Topology } from '../ops/stack/startTopology';

const directory = path.resolve(__dirname, '../.data/bench-topology');
const FIRST_PORT = 4940;
/** Stock that no run uses up. */
const STOCK = 1_000_000;

export interface BenchTopology extends Topology {
  readonly ports: Ports;
  readonly directory: string;
}

/** Starts the production topology on a new database with the built remotes (requires `npm run build`). */
export const startBenchTopology = async (
  env: { readonly apiEnv?: Readonly<Record<string, string>>; readonly hostEnv?: Readonly<Record<string, string>> } = {},
): Promise<BenchTopology> => {
  fs.rmSync(directory, { recursive: true, force: true });
  const ports = allocatePorts(FIRST_PORT);
  const topology = await startTopology({
    directory,
    ports,
    mode: 'tests',
    publishReleases: () => publishBuiltRemotes(path.join(directory, 'registry')),
    apiEnv: { LOG_LEVEL: 'error', ...env.apiEnv },
    hostEnv: { LOG_LEVEL: 'error', ...env.hostEnv },
    async beforeStart(databaseUrl) {
      const database = await openDatabase({ databaseUrl, dataDirectory: '' });
      for (const table of ['products', 'product_variants'])
        await database.query(`UPDATE ${table} SET stock = ${STOCK}`);
      await database.close();
    },
  });
  return { ...topology, ports, directory };
};
