import { POSTGRES_CONNECTIONS } from '../../api/src/database/openDatabase';
import type { Cost, Server } from './Cost';

/** Servers are planned to use half of their cores. */
const USED_SHARE = 0.5;
const CORES_OF_MACHINE = 4;
/** The largest machine that a primary may need. */
const CORES_OF_PRIMARY = 64;
/** From this rate on, one machine of each kind may fail. */
const SPARE_FROM = 100;
const STATELESS = ['nginx', 'host', 'API'] as const satisfies readonly Server[];

export interface Plan {
  readonly rate: number;
  readonly cores: Readonly<Record<Server, number>>;
  /** Machines of the tiers without data. Undefined if one machine runs everything. */
  readonly machines: Readonly<Record<(typeof STATELESS)[number], number>> | undefined;
  readonly primaryCores: number;
  readonly primaries: number;
  readonly busyConnections: number;
  readonly pooledConnections: number;
}

export const planMachines = (cost: Cost, rate: number): Plan => {
  const cores = Object.fromEntries(
    Object.entries(cost.cpu).map(([server, seconds]) => [server, seconds * rate]),
  ) as Plan['cores'];
  const count = (server: (typeof STATELESS)[number]): number =>
    Math.ceil(cores[server] / USED_SHARE / CORES_OF_MACHINE) + (rate >= SPARE_FROM ? 1 : 0);
  const primaryCores = Math.ceil(cores.PostgreSQL / USED_SHARE);
  return {
    rate,
    cores,
    machines:
      rate < SPARE_FROM
        ? undefined
        : (Object.fromEntries(STATELESS.map((server) => [server, count(server)])) as NonNullable<Plan['machines']>),
    primaryCores,
    primaries: Math.ceil(primaryCores / CORES_OF_PRIMARY),
    busyConnections: Math.ceil(cost.connectionSeconds * rate),
    // A process of the API uses one core.
    pooledConnections: Math.ceil(cores.API / USED_SHARE) * POSTGRES_CONNECTIONS,
  };
};
