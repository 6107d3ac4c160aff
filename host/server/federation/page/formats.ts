/** "2026-01-01 12:00:00", in UTC. */
export const formatTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
/** "2026-01-01 12:00", in UTC. */
export const formatMinute = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;

const numberFormat = new Intl.NumberFormat('en-US');
export const formatCount = (value: number): string => numberFormat.format(value);
/** "1 release", "2 releases". */
export const pluralize = (value: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(value)} ${value === 1 ? singular : plural}`;

const BYTES_PER_KB = 1_000;
export const formatKilobytes = (bytes: number): string => `${(bytes / BYTES_PER_KB).toFixed(1)} KB`;
/** "+1.2 KB", "−0.4 KB" */
export const formatKilobytesDelta = (bytes: number): string =>
  `${bytes < 0 ? '−' : '+'}${formatKilobytes(Math.abs(bytes))}`;

const SECOND_MS = 1_000;
/** "0", "850 ms", "2.5 s" */
export const formatMilliseconds = (value: number): string => {
  if (value === 0) return '0';
  return value < SECOND_MS ? `${Math.round(value)} ms` : `${Number((value / SECOND_MS).toFixed(2))} s`;
};

/** "2 %", "12.4 %" */
export const formatPercent = (value: number): string => `${Number(value.toFixed(1))} %`;
