import path from 'node:path';
import { portsFrom } from './ports';
import { publishBuiltRemotes, startTopology } from './startTopology';

const FIRST_PORT = 3443;
const directory = path.resolve(__dirname, '../../.data/stack');

/** `npm run stack`: what docker-compose.yml describes, from the system's own PostgreSQL, Redis and nginx. */
const run = async (): Promise<void> => {
  const first = Number(process.env['STACK_PORT'] ?? FIRST_PORT);
  if (!Number.isInteger(first) || first < 1 || first > 65_000)
    throw new Error(`STACK_PORT must be a port number, not "${process.env['STACK_PORT']}".`);
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const publishReleases = (): Promise<void> => publishBuiltRemotes(path.join(directory, 'registry'));
  const topology = await startTopology({
    directory,
    ports: portsFrom(first),
    mode: 'production',
    publishReleases,
    onStep: (step) => say(`Starting ${step} …`),
  });
  say(
    `\n  The shop   ${topology.url} (its certificate is this machine's own)\n  Mails      ${path.join(directory, 'mails')}\n  Logs       ${path.join(directory, 'logs')}\n\n  Ctrl-C ends it.\n`,
  );
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    void topology.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
};

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
