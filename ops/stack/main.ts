import path from 'node:path';
import { parseArgs } from 'node:util';
import type { PostgresServer } from '../../api/src/testing/postgresServer';
import { describeCluster } from '../cluster/describeCluster';
import { startCluster } from '../cluster/startCluster';
import { readStackPorts } from './ports';
import { publishBuiltRemotes, startTopology, type TopologyOptions } from './startTopology';

const DATABASE_CHECK_MS = 2_000;
const folder = path.resolve(__dirname, '../../.topologies');

/** PostgreSQL runs by itself: its process id is gone once it has ended. */
const watchDatabase = ({ pid }: PostgresServer, onEnd: (name: string, how: string) => void): NodeJS.Timeout => {
  const isRunning = (): boolean => {
    try {
      return process.kill(pid(), 0);
    } catch {
      return false;
    }
  };
  const timer = setInterval(() => {
    if (isRunning()) return;
    clearInterval(timer);
    onEnd('PostgreSQL', 'no process');
  }, DATABASE_CHECK_MS);
  return timer;
};

/**
 * `npm run stack`: runs the topology of docker-compose.yml with the system's PostgreSQL, Redis and nginx; with
 * `--cluster`, that of docker-compose.cluster.yml.
 */
const startStack = async (): Promise<void> => {
  const { values } = parseArgs({ options: { cluster: { type: 'boolean' } } });
  const { ports, s3 } = readStackPorts(process.env);
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const reportEnd = (name: string, how: unknown, log?: string): void =>
    print(`${name} has ended (${String(how)}), and the rest goes on.${log === undefined ? '' : ` Its log: ${log}`}`);
  const directory = path.join(folder, values.cluster ? 'cluster' : 'stack');
  const options: TopologyOptions = {
    directory,
    ports,
    mode: 'production',
    hasBackups: true,
    onStep: (step) => print(`Starting ${step} …`),
    onStop: (names) => print(`Stopping ${names} …`),
    onUnexpectedEnd: reportEnd,
  };
  const topology = values.cluster
    ? await startCluster({ ...options, s3Port: s3 })
    : await startTopology({
        ...options,
        publishReleases: () => publishBuiltRemotes({ REGISTRY_DIR: path.join(directory, 'registry') }),
      });
  if ('s3' in topology) print(`\n${describeCluster(topology, options.ports)}`);
  print(
    `\n  The shop   ${topology.url} (self-signed certificate)\n  Releases   ${topology.federationUrl}/federation\n  Office     ${topology.adminUrl}/admin\n  Mails      ${path.join(directory, 'mails')}\n  Backups    ${path.join(directory, 'backups')} (docs/operations.md)\n  Logs       ${path.join(directory, 'logs')}\n\n  Press Ctrl-C to stop.\n`,
  );
  const watching = 'pid' in topology.database ? watchDatabase(topology.database, reportEnd) : undefined;
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    clearInterval(watching);
    void topology.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
};

startStack().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
