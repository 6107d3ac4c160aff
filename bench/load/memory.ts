import fs from 'node:fs';

const BYTES_IN_MB = 1_048_576;

/** Resident memory of a process, in MB. */
export const residentMb = (pid: number): number => {
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  return (kilobytes * 1_024) / BYTES_IN_MB;
};

export interface MemorySample {
  readonly minute: number;
  readonly mb: number;
}

/** Minimum of each half minute: memory in use right after garbage collection. */
const lowest = (samples: readonly MemorySample[]): MemorySample[] => {
  const windows = new Map<number, MemorySample>();
  for (const sample of samples) {
    const window = Math.floor(sample.minute * 2);
    const known = windows.get(window);
    if (!known || sample.mb < known.mb) windows.set(window, sample);
  }
  return [...windows.values()];
};

/** Growth in MB per minute: least-squares slope through the minima. */
export const growthPerMinute = (samples: readonly MemorySample[]): number => {
  const lows = lowest(samples);
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(lows.map(({ minute }) => minute)), mean(lows.map(({ mb }) => mb))];
  const spread = lows.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  return spread === 0 ? 0 : lows.reduce((sum, { minute, mb }) => sum + (minute - x) * (mb - y), 0) / spread;
};
