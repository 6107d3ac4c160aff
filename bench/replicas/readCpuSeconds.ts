import fs from 'node:fs';
import type { PostgresServer } from '../../api/src/testing/postgresServer';

const TICKS_PER_SECOND = 100;
const [PARENT, USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM] = [1, 11, 12, 13, 14];

/** The fields of /proc/<pid>/stat after the name; undefined if the process has ended. */
const readStat = (pid: number): readonly number[] | undefined => {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
};

/** Seconds of processor time of a server: of its postmaster, its processes, and those that have ended. */
export const readCpuSeconds = ({ pid }: PostgresServer): number => {
  const postmaster = pid();
  const ticks = (stat: readonly number[] | undefined, fields: readonly number[]): number =>
    fields.reduce((sum, field) => sum + (stat?.[field] ?? 0), 0);
  const children = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.[PARENT] === postmaster);
  const own = ticks(readStat(postmaster), [USER, SYSTEM, CHILDREN_USER, CHILDREN_SYSTEM]);
  return children.reduce((sum, stat) => sum + ticks(stat, [USER, SYSTEM]), own) / TICKS_PER_SECOND;
};
