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
