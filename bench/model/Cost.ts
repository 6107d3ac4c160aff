export const SERVERS = ['nginx', 'host', 'API', 'PostgreSQL', 'Redis'] as const;
export type Server = (typeof SERVERS)[number];
export const LOAD_GENERATOR = 'load generator';

/** What one request costs. */
export interface Cost {
  /** CPU seconds. */
  readonly cpu: Readonly<Record<Server | typeof LOAD_GENERATOR, number>>;
  /** How long it keeps a connection of PostgreSQL busy. */
  readonly connectionSeconds: number;
}

const PARTS = [...SERVERS, LOAD_GENERATOR] as const;

/** The sum of costs in these shares: what a request of a mix costs on average. */
export const addCosts = (shares: readonly { readonly share: number; readonly cost: Cost }[]): Cost => {
  const add = (of: (cost: Cost) => number): number =>
    shares.reduce((sum, { share, cost }) => sum + share * of(cost), 0);
  return {
    cpu: Object.fromEntries(PARTS.map((part) => [part, add(({ cpu }) => cpu[part])])) as Cost['cpu'],
    connectionSeconds: add(({ connectionSeconds }) => connectionSeconds),
  };
};

/** CPU seconds on the servers alone, or with those of the load generator. */
export const sumCpu = ({ cpu }: Cost, parts: readonly (keyof Cost['cpu'])[] = SERVERS): number =>
  parts.reduce((sum, part) => sum + cpu[part], 0);

/** Requests a second that some cores can send and answer. */
export const predictCapacity = (cost: Cost, cores: number): number => cores / sumCpu(cost, PARTS);
