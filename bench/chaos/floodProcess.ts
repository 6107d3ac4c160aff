import autocannon from 'autocannon';
import { aSignIn } from '../load/shoppers';

export interface FloodOptions {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Total rate of all connections; unlimited if undefined. */
  readonly perSecond?: number;
}

export interface Flooded {
  readonly sent: number;
  /** Requests without a response. */
  readonly errors: number;
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
}

const flood = async ({ url, connections, seconds, perSecond }: FloodOptions): Promise<Flooded> => {
  const { requests, errors, statusCodeStats } = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 30, // seconds; refusals are delayed
    requests: [aSignIn()],
    ...(perSecond === undefined ? {} : { overallRate: perSecond }),
  });
  const statuses = Object.fromEntries(
    Object.entries(statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count]),
  );
  return { sent: requests.sent, errors, statuses };
};

flood(JSON.parse(process.argv[2] ?? '{}') as FloodOptions).then(
  (flooded) => void process.stdout.write(JSON.stringify(flooded)),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
