import path from 'node:path';
import { allocatePorts } from './ports';
import { publishBuiltRemotes, startTopology } from './startTopology';

const FIRST_PORT = 3443;
const directory = path.resolve(__dirname, '../../.data/stack');

/** `npm run stack`: runs the topology of docker-compose.yml with the system's PostgreSQL, Redis and nginx. */
const startStack = async (): Promise<void> => {
  const first = Number(process.env['STACK_PORT'] ?? FIRST_PORT);
  if (!Number.isInteger(first) || first < 1 || first > 65_000)
    throw new Error(`STACK_PORT must be a port number, not "${process.env['STACK_PORT']}".`);
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  const publishReleases = (): Promise<void> => publishBuiltRemotes(path.join(directory, 'registry'));
  const topology = await startTopology({
    directory,
    ports: allocatePorts(first),
    mode: 'production',
    publishReleases,
    onStep: (step) => print(`Starting ${step} …`),
  });
  print(
    `\n  The shop   ${topology.url} (self-signed certificate)\n  Releases   ${topology.federationUrl}/federation\n  Mails      ${path.join(directory, 'mails')}\n  Logs       ${path.join(directory, 'logs')}\n\n  Press Ctrl-C to stop.\n`,
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
