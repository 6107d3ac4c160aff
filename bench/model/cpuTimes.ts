import fs from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  readonly parent: number;
  /** Its own and that of its children that have ended. */
  readonly seconds: number;
}

const readProcess = (pid: string): ProcessTimes | undefined => {
  let text: string;
  try {
    text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined; // It has just ended.
  }
  // The name, in parentheses, may contain spaces.
  const [, parent, ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(9, 13).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(parent), seconds: ticks / TICKS_PER_SECOND };
};

/** CPU seconds that each process and its descendants have used so far. */
export const readCpuSeconds = (pids: readonly number[]): number[] => {
  const processes = new Map<number, ProcessTimes>();
  for (const name of fs.readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? readProcess(name) : undefined;
    if (found) processes.set(Number(name), found);
  }
  const isWithin = (pid: number, root: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return pid === root || (parent !== undefined && isWithin(parent, root));
  };
  return pids.map((root) =>
    [...processes].reduce((sum, [pid, { seconds }]) => (isWithin(pid, root) ? sum + seconds : sum), 0),
  );
};

/** CPU seconds that all processes of this machine have used so far. */
export const readBusySeconds = (): number => {
  const [line = ''] = fs.readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq + steal) / TICKS_PER_SECOND;
};
