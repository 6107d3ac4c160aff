/** A van's daily run. Hours are those of the area's time zone. */
interface Run {
  /** ISO: 1 is Monday, 7 is Sunday. */
  readonly weekdays: readonly number[];
  readonly from: number;
  readonly to: number;
  /** Orders per run. */
  readonly capacity: number;
  /** Orders are taken until this hour, this many days before. */
  readonly cutoff: { readonly days_before: number; readonly hour: number };
}

type DeliveryArea = {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  /** Beginnings of postal codes, in capitals and without spaces. */
  readonly prefixes: readonly string[];
  readonly time_zone: string;
  /** What the food of an order costs at least, in cents. */
  readonly minimum_cents: number;
  readonly runs: readonly Run[];
};

const MONDAY_TO_SATURDAY = [1, 2, 3, 4, 5, 6];

const RUNS: readonly Run[] = [
  { weekdays: MONDAY_TO_SATURDAY, from: 8, to: 10, capacity: 24, cutoff: { days_before: 1, hour: 20 } },
  { weekdays: MONDAY_TO_SATURDAY, from: 12, to: 14, capacity: 24, cutoff: { days_before: 0, hour: 7 } },
  { weekdays: MONDAY_TO_SATURDAY, from: 18, to: 20, capacity: 24, cutoff: { days_before: 0, hour: 13 } },
];

/** Where vans bring food, and when. The sync writes areas; slots of the next 14 days are generated from them. */
export const deliveryAreas: readonly DeliveryArea[] = [
  {
    id: 'portland',
    name: 'Portland',
    country: 'US',
    prefixes: ['970', '971', '972', '986'],
    time_zone: 'America/Los_Angeles',
    minimum_cents: 1_000,
    runs: RUNS,
  },
  {
    id: 'seattle',
    name: 'Seattle',
    country: 'US',
    prefixes: ['980', '981'],
    time_zone: 'America/Los_Angeles',
    minimum_cents: 2_500,
    runs: RUNS.slice(1),
  },
];
