import os from 'node:os';
import { LOAD_GENERATOR, SERVERS, sumCpu, type Cost } from './Cost';
import type { ClassCost } from './benchModel';
import type { Measured } from './measureCost';
import type { Plan } from './planMachines';

const toTable = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map((_, index) => (index === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const toCount = (value: number): string => Math.round(value).toLocaleString('en-US');
const toMs = (seconds: number): string => (seconds * 1_000).toFixed(2);
const toCores = (cores: number): string => (cores < 10 ? cores.toFixed(2) : toCount(cores));

/** What a request costs, by server. */
export const describeCosts = (classes: readonly ClassCost[], mix: Cost): string => {
  const toRow = (name: string, share: number, cost: Cost): string[] => [
    name,
    `${Math.round(share * 100)} %`,
    ...[...SERVERS, LOAD_GENERATOR].map((part) => toMs(cost.cpu[part as keyof Cost['cpu']])),
    toCount(1 / sumCpu(cost)),
    toMs(cost.connectionSeconds),
  ];
  return toTable(
    [
      'Request',
      'Share',
      ...SERVERS.map((server) => `${server}, ms`),
      'Load generator, ms',
      'Requests a second on one core, servers only',
      'Connection of PostgreSQL, ms',
    ],
    [...classes.map(({ name, share, cost }) => toRow(name, share, cost)), toRow('the mix', 1, mix)],
  );
};

interface Proof {
  readonly predicted: number;
  readonly mix: Measured;
  readonly maxDifference: number;
}

/** The prediction for this machine and what was measured. */
export const describeProof = ({ predicted, mix, maxDifference }: Proof): string =>
  `Predicted for the ${os.availableParallelism()} cores (${os.cpus()[0]?.model ?? 'unknown'}), of which other processes used ${toCores(mix.othersCores)}: ${toCount(predicted)} requests a second of the mix. Measured: ${toCount(mix.rate)}, which is ${(mix.rate / predicted).toFixed(2)} of it (at most ${maxDifference * 100} % off); ${toCores(mix.idleCores)} cores were idle.`;

/** Cores and machines for each rate. */
export const describePlans = (plans: readonly Plan[]): string =>
  toTable(
    [
      'Requests a second',
      ...SERVERS.map((server) => `${server}, cores`),
      'Machines: nginx, host, API',
      'PostgreSQL',
      'Busy connections',
      'Connections of all pools',
    ],
    plans.map(({ rate, cores, machines, primaryCores, primaries, busyConnections, pooledConnections }) => [
      toCount(rate),
      ...SERVERS.map((server) => toCores(cores[server])),
      machines ? `${machines.nginx}, ${machines.host}, ${machines.API}` : 'one for everything',
      primaries > 1
        ? `${toCount(primaryCores)} cores: ${primaries} nodes`
        : `${primaryCores} ${primaryCores === 1 ? 'core' : 'cores'}`,
      toCount(busyConnections),
      toCount(pooledConnections),
    ]),
  );
