import type { BenchCluster, BenchTopology } from '../startTopology';

/** A measured value and whether it is within its limit. */
export interface Figure {
  readonly text: string;
  readonly limit: string;
  readonly ok: boolean;
}

interface FaultContext {
  /** Runs fewer rounds, so that all faults take a few minutes. */
  readonly quick: boolean;
  /** The production topology, started once for all faults that need it; each must leave it intact. */
  readonly topology: () => Promise<BenchTopology>;
  /** The same with a database cluster; it replaces the topology. */
  readonly cluster: () => Promise<BenchCluster>;
}

/** A fault that the shop must survive (security.md 6). */
export interface Fault {
  readonly summary: string;
  /** Whether `--quick` includes it. The others take too long. */
  readonly inQuick: boolean;
  readonly run: (context: FaultContext) => Promise<readonly Figure[]>;
}

/** A value that must not exceed its limit. */
export const atMost = (text: string, value: number, most: number, unit: string): Figure => ({
  text: `${text} ${Math.round(value)} ${unit}`,
  limit: `at most ${most} ${unit}`,
  ok: value <= most,
});

/** A count that must be 0. */
export const none = (text: string, count: number): Figure => ({
  text: `${count} ${text}`,
  limit: 'none',
  ok: count === 0,
});
