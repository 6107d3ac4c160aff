import os from 'node:os';
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
    requests: [aSignIn()],
    ...(perSecond === undefined ? {} : { overallRate: perSecond }),
  });
  const statuses = Object.fromEntries(
    Object.entries(statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count]),
  );
  return { sent: requests.sent, errors, statuses };
};

// It simulates other machines, so it runs at a lower priority than the shop. The number of sent requests is a figure of
// the fault.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
flood(JSON.parse(process.argv[2] ?? '{}') as FloodOptions).then(
  (flooded) => void process.stdout.write(JSON.stringify(flooded)),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
