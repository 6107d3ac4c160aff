import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Database } from '../../api/src/database/Database';
import type { BenchTopology } from '../startTopology';
import { LOAD_GENERATOR, SERVERS, type Cost, type Server } from './Cost';
import { readBusySeconds, readCpuSeconds } from './cpuTimes';

const SAMPLED_EVERY_MS = 50;

const BUSY_SQL = `SELECT count(*)::int AS busy FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND state <> 'idle' AND pid <> pg_backend_pid()`;

export interface Load {
  readonly requests: readonly autocannon.Request[];
  readonly connections: number;
  readonly seconds: number;
  readonly statuses: readonly number[];
}

export interface Measured {
  readonly cost: Cost;
  /** Answers a second. */
  readonly rate: number;
  /** Mails that were sent meanwhile, for each answer. */
  readonly mails: number;
  /** Cores that were used by other processes than the servers and the load generator. */
  readonly othersCores: number;
  readonly idleCores: number;
}

const listProcesses = ({ edge, hosts, apis, redis, directory }: BenchTopology): [Server, number][] => {
  const postmaster = fs.readFileSync(path.join(directory, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0];
  const managed: [Server, number | undefined][] = [
    ['nginx', edge.pid],
    ['Redis', redis.pid],
    ...hosts.map(({ pid }): [Server, number | undefined] => ['host', pid]),
    ...apis.map(({ pid }): [Server, number | undefined] => ['API', pid]),
    ['PostgreSQL', Number(postmaster)],
  ];
  return managed.map(([server, pid]) => {
    if (pid === undefined) throw new Error(`${server} does not run`);
    return [server, pid];
  });
};

const readOwnSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
};

/** Counts the connections that are busy on average until it is stopped. */
const watchConnections = (database: Database): (() => Promise<number>) => {
  const counts: number[] = [];
  let pending = Promise.resolve();
  const timer = setInterval(() => {
    pending = database.query<{ busy: number }>(BUSY_SQL).then(({ rows }) => void counts.push(rows[0]?.busy ?? 0));
  }, SAMPLED_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await pending;
    return counts.reduce((sum, count) => sum + count, 0) / counts.length;
  };
};

const countSentMails = async (database: Database): Promise<number> => {
  const { rows } = await database.query<{ sent: number }>(
    'SELECT count(*)::int AS sent FROM mails WHERE sent_at IS NOT NULL',
  );
  return rows[0]?.sent ?? 0;
};

interface Used {
  readonly seconds: number;
  readonly servers: Readonly<Record<Server, number>>;
  readonly generator: number;
  /** Of all processes of this machine. */
  readonly all: number;
}

/** Measures the CPU seconds that some work takes, on each server. */
const measureCpu = async (topology: BenchTopology, work: () => Promise<unknown>): Promise<Used> => {
  const processes = listProcesses(topology);
  const pids = processes.map(([, pid]) => pid);
  const before = { servers: readCpuSeconds(pids), own: readOwnSeconds(), all: readBusySeconds() };
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  const generator = readOwnSeconds() - before.own;
  const servers = Object.fromEntries(SERVERS.map((server) => [server, 0])) as Record<Server, number>;
  readCpuSeconds(pids).forEach((after, index) => {
    const [server] = processes[index] ?? [];
    if (server) servers[server] += after - (before.servers[index] ?? 0);
  });
  return { seconds, servers, generator, all: readBusySeconds() - before.all };
};

/** Cores that each server uses without requests. */
export type Background = Readonly<Record<Server, number>>;

export const measureBackground = async (topology: BenchTopology, seconds: number): Promise<Background> => {
  const used = await measureCpu(topology, () => sleep(seconds * 1_000));
  return Object.fromEntries(SERVERS.map((server) => [server, used.servers[server] / used.seconds])) as Background;
};

const divideCpu = ({ servers, generator, seconds }: Used, background: Background, count: number): Cost['cpu'] => {
  const cpu = SERVERS.map((server) => [server, Math.max(0, servers[server] - background[server] * seconds) / count]);
  return { ...(Object.fromEntries(cpu) as Record<Server, number>), [LOAD_GENERATOR]: generator / count };
};

/** What it costs to send one of the queued mails, which the API does at its own pace. */
export const measureMail = async (
  topology: BenchTopology,
  database: Database,
  background: Background,
  seconds: number,
): Promise<Cost> => {
  const before = await countSentMails(database);
  const used = await measureCpu(topology, () => sleep(seconds * 1_000));
  const sent = (await countSentMails(database)) - before;
  if (sent === 0) throw new Error('No mail was queued');
  return { cpu: divideCpu({ ...used, generator: 0 }, background, sent), connectionSeconds: 0 };
};

/** Sends requests as fast as they are answered. @throws {Error} on errors and other statuses. */
export const measureCost = async (
  topology: BenchTopology,
  database: Database,
  background: Background,
  { requests, connections, seconds, statuses }: Load,
): Promise<Measured> => {
  const mailsBefore = await countSentMails(database);
  const stopWatching = watchConnections(database);
  const options: autocannon.Options = { url: topology.url, connections, requests: [...requests], duration: seconds };
  let result: autocannon.Result | undefined;
  const used = await measureCpu(topology, async () => (result = await autocannon(options)));
  const busyConnections = await stopWatching();
  const answers = Object.entries(result?.statusCodeStats ?? {});
  const others = answers.filter(([status]) => !statuses.includes(Number(status)));
  if (result?.errors !== 0 || others.length > 0)
    throw new Error(`${result?.errors} errors, other answers: ${JSON.stringify(others)}`);
  const count = answers.reduce((sum, [, answer]) => sum + (answer.count ?? 0), 0);
  const ours = SERVERS.reduce((sum, server) => sum + used.servers[server], used.generator);
  return {
    cost: { cpu: divideCpu(used, background, count), connectionSeconds: (busyConnections * used.seconds) / count },
    rate: count / used.seconds,
    mails: ((await countSentMails(database)) - mailsBefore) / count,
    othersCores: Math.max(0, used.all - ours) / used.seconds,
    idleCores: Math.max(0, os.availableParallelism() - used.all / used.seconds),
  };
};
