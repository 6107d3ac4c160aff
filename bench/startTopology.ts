import fs from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../api/src/database/openDatabase';
import { allocatePorts, type Ports } from '../ops/stack/ports';
import { startCluster, type Cluster } from '../ops/cluster/startCluster';
import { publishBuiltRemotes, startTopology, type Topology, type TopologyOptions } from '../ops/stack/startTopology';

const FIRST_PORT = 4940;
/** Stock that no run uses up. */
const STOCK = 1_000_000;

export interface BenchTopology extends Topology {
  readonly ports: Ports;
  readonly directory: string;
}

export interface BenchCluster extends Cluster {
  readonly ports: Ports;
}

interface ServerEnvironments {
  readonly hostEnv?: Readonly<Record<string, string>>;
}

/** Options of a topology on a new database, with stock that no run uses up. */
const prepareOptions = (name: string, { hostEnv }: ServerEnvironments) => {
  const directory = path.resolve(__dirname, '../.topologies', name);
  fs.rmSync(directory, { recursive: true, force: true });
  return {
    directory,
    ports: allocatePorts(FIRST_PORT),
    mode: 'tests',
    apiEnv: { LOG_LEVEL: 'error' },
    hostEnv: { LOG_LEVEL: 'error', ...hostEnv },
    async beforeStart(databaseUrl) {
      const database = await openDatabase({ databaseUrl, dataDirectory: '' });
      for (const table of ['products', 'product_variants'])
        await database.query(`UPDATE ${table} SET stock = ${STOCK}`);
      await database.close();
    },
  } satisfies TopologyOptions;
};

/** Starts the production topology on a new database with the built remotes (requires `npm run build`). */
export const startBenchTopology = async (env: ServerEnvironments = {}): Promise<BenchTopology> => {
  const options = prepareOptions('bench-topology', env);
  const { directory, ports } = options;
  const registryEnv = { REGISTRY_DIR: path.join(directory, 'registry') };
  const topology = await startTopology({
    ...options,
    registryEnv,
    publishReleases: () => publishBuiltRemotes(registryEnv),
  });
  return { ...topology, ports, directory };
};

/** Starts the topology of `npm run stack -- --cluster` on new databases. Its ports are those of the other one. */
export const startBenchCluster = async (env: ServerEnvironments = {}): Promise<BenchCluster> => {
  const options = prepareOptions('bench-cluster', env);
  const cluster = await startCluster({ ...options, s3Port: FIRST_PORT + 9, number: 1 });
  return { ...cluster, ports: options.ports };
};
