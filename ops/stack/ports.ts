/** Where the parts of a topology listen, all on this machine. */
export interface Ports {
  readonly https: number;
  readonly http: number;
  /** Where the hosts find the API processes. */
  readonly inside: number;
  readonly redis: number;
  readonly smtp: number;
  readonly apis: readonly number[];
  readonly hosts: readonly number[];
}

/** One topology's ports, counted up from a first one. */
export const portsFrom = (first: number): Ports => ({
  https: first,
  http: first + 1,
  inside: first + 2,
  redis: first + 3,
  smtp: first + 4,
  apis: [first + 5, first + 6],
  hosts: [first + 7, first + 8],
});
