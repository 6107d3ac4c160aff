import net from 'node:net';

/** Ports of a topology on this machine. */
export interface Ports {
  readonly https: number;
  readonly http: number;
  /** Port at which hosts reach the API. */
  readonly inside: number;
  readonly redis: number;
  readonly smtp: number;
  readonly apis: readonly number[];
  readonly hosts: readonly number[];
}

/** Allocates the ports of a topology, starting at `first`. */
export const allocatePorts = (first: number): Ports => ({
  https: first,
  http: first + 1,
  inside: first + 2,
  redis: first + 3,
  smtp: first + 4,
  apis: [first + 5, first + 6],
  hosts: [first + 7, first + 8],
});

const FIRST_STACK_PORT = 3443;
/** Ports that a topology has; the bucket of a cluster has the next one. */
const TOPOLOGY_PORTS = 9;

/** Reads STACK_PORT. Returns the ports of `npm run stack`, and that of a cluster's bucket. */
export const readStackPorts = (environment: NodeJS.ProcessEnv): { readonly ports: Ports; readonly s3: number } => {
  const first = Number(environment['STACK_PORT'] ?? FIRST_STACK_PORT);
  if (!Number.isInteger(first) || first < 1 || first > 65_000)
    throw new Error(`STACK_PORT must be a port number, not "${environment['STACK_PORT']}".`);
  return { ports: allocatePorts(first), s3: first + TOPOLOGY_PORTS };
};

const isFree = (port: number, address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, address, () => probe.close(() => resolve(true)));
  });

/** What listens where, by name: a port, or several. */
type NamedPorts = Readonly<Record<string, number | readonly number[]>>;

/** @throws {Error} that names each port that another process has. */
export const requireFreePorts = async (ports: NamedPorts | Ports, address = '127.0.0.1'): Promise<void> => {
  const taken: string[] = [];
  for (const [name, used] of Object.entries(ports as NamedPorts))
    for (const port of typeof used === 'number' ? [used] : used)
      if (!(await isFree(port, address))) taken.push(`${address}:${port} (${name})`);
  if (taken.length > 0)
    throw new Error(
      `Other processes listen at ${taken.join(', ')}. Stop them; STACK_PORT moves all ports at 127.0.0.1 (STACK_PORT=4443).`,
    );
};
