import { parseArgs } from 'node:util';
import { MissingProgramError } from '@shop/server-kit/testing/debian';
import { startBenchCluster, startBenchTopology, type BenchCluster, type BenchTopology } from '../startTopology';
import { badReleases } from './bad-releases/badReleases';
import { bucket } from './bucket';
import { databaseGone } from './databaseGone';
import { diskFull } from './diskFull';
import { failover } from './failover';
import type { Fault, Figure } from './Fault';
import { fuzz } from './fuzz/fuzz';
import { kills, moneyKills } from './kills';
import { overload } from './overload';
import { redisGone } from './redisGone';
import { slowLoris } from './slowLoris';

const faults: Readonly<Record<string, Fault>> = {
  kills,
  'money-kills': moneyKills,
  fuzz,
  'database-gone': databaseGone,
  'disk-full': diskFull,
  'redis-gone': redisGone,
  overload,
  'slow-loris': slowLoris,
  'bad-releases': badReleases,
  failover,
  bucket,
};

/** Number of visits after which a bad release is detected. */
const CANARY_MIN_VISITS = '20';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const tell = (name: string, { text, limit, ok }: Figure): void =>
  say(`${name.padEnd(14)}  ${text}  (${limit})  ${ok ? 'ok' : 'FAILED'}`);

const env = { hostEnv: { CANARY_MIN_VISITS } };
/** What runs; the two share ports. */
let topologyStarting: Promise<BenchTopology> | undefined;
let clusterStarting: Promise<BenchCluster> | undefined;

const stopServers = async (starting: Promise<BenchTopology | BenchCluster> | undefined): Promise<void> => {
  const running = await starting?.catch(() => undefined);
  await running?.stop();
};

const stopTopology = async (): Promise<void> => {
  await stopServers(topologyStarting);
  await stopServers(clusterStarting);
  [topologyStarting, clusterStarting] = [undefined, undefined];
};

const topology = async (): Promise<BenchTopology> => {
  if (!topologyStarting) await stopTopology();
  return (topologyStarting ??= startBenchTopology(env));
};
const cluster = async (): Promise<BenchCluster> => {
  if (!clusterStarting) await stopTopology();
  return (clusterStarting ??= startBenchCluster(env));
};

type Outcome = 'survived' | 'failed' | 'not run';

const runFault = async (name: string, fault: Fault, quick: boolean): Promise<Outcome> => {
  try {
    const began = performance.now();
    const figures = await fault.run({ quick, topology, cluster });
    for (const figure of figures) tell(name, figure);
    say(`${name.padEnd(14)}  took ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    return figures.every(({ ok }) => ok) ? 'survived' : 'failed';
  } catch (error) {
    if (error instanceof MissingProgramError) {
      say(`\n*** ${name} WAS NOT RUN: ${error.message} ***\n`);
      return 'not run';
    }
    say(`${name.padEnd(14)}  ${error instanceof Error ? error.stack : String(error)}  FAILED`);
    return 'failed';
  }
};

/**
 * `npm run chaos`, `npm run chaos -- NAME…`, `--list`, `--quick`. Exits with 1 if the shop does not survive a fault.
 */
const run = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { list: { type: 'boolean' }, quick: { type: 'boolean' } },
  });
  if (values.list) {
    for (const [name, { summary, inQuick }] of Object.entries(faults))
      say(`${name.padEnd(14)}  ${summary}${inQuick ? '' : ' [not in --quick]'}`);
    return 0;
  }
  const unknown = positionals.filter((name) => !faults[name]);
  if (unknown.length > 0) {
    say(`There is no fault ${unknown.join(', ')}. There are ${Object.keys(faults).join(', ')}.`);
    return 1;
  }
  const quick = values.quick ?? false;
  const chosen = Object.entries(faults).filter(([name, { inQuick }]) =>
    positionals.length > 0 ? positionals.includes(name) : inQuick || !quick,
  );
  const outcomes: Outcome[] = [];
  try {
    for (const [name, fault] of chosen) outcomes.push(await runFault(name, fault, quick));
  } finally {
    await stopTopology();
  }
  // If a program is missing, warn; with `--quick` this is not a failure (as for the unit tests).
  return outcomes.includes('failed') || (!quick && outcomes.includes('not run')) ? 1 : 0;
};

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
