import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeCluster } from '../cluster/describeCluster';
import { startCluster } from '../cluster/startCluster';
import { allocatePorts } from './ports';
import { publishBuiltRemotes, startTopology, type TopologyOptions } from './startTopology';

const FIRST_PORT = 3443;
/** Ports that a topology has; those of a cluster follow. */
const PORTS = 9;
const folder = path.resolve(__dirname, '../../.topologies');

/**
 * `npm run stack`: runs the topology of docker-compose.yml with the system's PostgreSQL, Redis and nginx; with
 * `--cluster`, that of docker-compose.cluster.yml.
 */
const startStack = async (): Promise<void> => {
  const { values } = parseArgs({ options: { cluster: { type: 'boolean' } } });
  const first = Number(process.env['STACK_PORT'] ?? FIRST_PORT);
  if (!Number.isInteger(first) || first < 1 || first > 65_000)
    throw new Error(`STACK_PORT must be a port number, not "${process.env['STACK_PORT']}".`);
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const directory = path.join(folder, values.cluster ? 'cluster' : 'stack');
  const options: TopologyOptions = {
    directory,
    ports: allocatePorts(first),
    mode: 'production',
    hasBackups: true,
    onStep: (step) => print(`Starting ${step} …`),
  };
  const topology = values.cluster
    ? await startCluster({ ...options, s3Port: first + PORTS })
    : await startTopology({
        ...options,
        publishReleases: () => publishBuiltRemotes({ REGISTRY_DIR: path.join(directory, 'registry') }),
      });
  if ('s3' in topology) print(`\n${describeCluster(topology, options.ports)}`);
  print(
    `\n  The shop   ${topology.url} (self-signed certificate)\n  Releases   ${topology.federationUrl}/federation\n  Mails      ${path.join(directory, 'mails')}\n  Backups    ${path.join(directory, 'backups')} (docs/operations.md)\n  Logs       ${path.join(directory, 'logs')}\n\n  Press Ctrl-C to stop.\n`,
  );
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    void topology.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
};

startStack().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
