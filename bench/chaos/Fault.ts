import type { BenchTopology } from '../startTopology';

/** What was measured, and whether it is within its limit. */
export interface Figure {
  readonly text: string;
  readonly limit: string;
  readonly ok: boolean;
}

interface FaultContext {
  /** Fewer rounds, so that all of them fit into a few minutes. */
  readonly quick: boolean;
  /** The topology of production, started once for all faults that need it: each leaves it whole. */
  readonly topology: () => Promise<BenchTopology>;
}

/** One line of the faults survived (security.md 6). */
export interface Fault {
  readonly summary: string;
  /** Whether `--quick` includes it; what is left out there runs elsewhere in `npm test`, or takes too long. */
  readonly inQuick: boolean;
  readonly run: (context: FaultContext) => Promise<readonly Figure[]>;
}

/** A figure that must not be more than its limit. */
export const atMost = (text: string, value: number, most: number, unit: string): Figure => ({
  text: `${text} ${Math.round(value)} ${unit}`,
  limit: `at most ${most} ${unit}`,
  ok: value <= most,
});

/** A count that must be none. */
export const none = (text: string, count: number): Figure => ({
  text: `${count} ${text}`,
  limit: 'none',
  ok: count === 0,
});
