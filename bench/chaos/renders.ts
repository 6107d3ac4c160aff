import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendRequest, newAgent, newNetwork, type Answer } from './sendRequest';
import { atMost, none, type Fault, type Figure } from './Fault';
import { flood } from './flood';
import { percentile, startProbe, type Probed } from './latency';

const CONNECTIONS = [40, 300] as const;
const SECONDS = 20;
const QUICK_SECONDS = 8;
const WARM_UP_S = 3;
const PROBE_EVERY_MS = 200;
const MAX_TIMES_QUIET = 1.5;
/** Below this value a ratio is noise. */
const NOTICED_MS = 60;

/** The client-rendered shell has no state of the page. */
const isShell = ({ body }: Answer): boolean => body.includes('"state":null');

interface Others {
  readonly uncached: Probed;
  readonly cached: Probed;
  readonly shells: number;
}

/** Requests pages as visitors from networks of their own, until it is stopped. */
const visit = (url: string): (() => Promise<Others>) => {
  const agent = newAgent();
  let shells = 0;
  const open = async (path: string): Promise<Answer> => {
    const answer = await sendRequest(url + path, { agent, headers: { 'x-forwarded-for': newNetwork() } });
    if (isShell(answer)) shells += 1;
    return { ...answer, status: answer.status === 429 ? 503 : answer.status }; // A refusal is a failure.
  };
  const uncached = startProbe(() => open(`/products?q=${randomUUID().slice(0, 8)}`), PROBE_EVERY_MS);
  const cached = startProbe(() => open('/about'), PROBE_EVERY_MS);
  return async () => {
    const visits = { uncached: await uncached(), cached: await cached() };
    agent.destroy();
    return { ...visits, shells };
  };
};

const visitFor = async (url: string, seconds: number): Promise<Others> => {
  const stop = visit(url);
  await sleep(seconds * 1_000);
  return stop();
};

const addProbes = (a: Probed, b: Probed): Probed => ({
  times: [...a.times, ...b.times],
  failed: [...a.failed, ...b.failed],
});
const addVisits = (a: Others, b: Others): Others => ({
  uncached: addProbes(a.uncached, b.uncached),
  cached: addProbes(a.cached, b.cached),
  shells: a.shells + b.shells,
});

const compare = (what: string, quiet: Probed, during: Probed): Figure => {
  const [before, p95] = [percentile(quiet.times, 0.95), percentile(during.times, 0.95)];
  return atMost(
    `${what}: p95 ${before.toFixed(0)} ms in the quiet, ${(p95 / before).toFixed(2)} times that beside:`,
    p95,
    Math.round(Math.max(NOTICED_MS, before * MAX_TIMES_QUIET)),
    'ms',
  );
};

export const renders: Fault = {
  summary: `${CONNECTIONS.join(' and ')} connections of one /56 ask for random listings: pages of others are rendered as fast as before`,
  inQuick: true,
  async run({ quick, topology }) {
    const { url } = await topology();
    const seconds = quick ? QUICK_SECONDS : SECONDS;
    await visitFor(url, WARM_UP_S);
    const figures: Figure[] = [];
    for (const connections of CONNECTIONS) {
      const before = await visitFor(url, seconds / 2);
      const flooding = flood({ what: 'listings', url, connections, seconds: seconds + 1 });
      const during = await visitFor(url, seconds);
      const { statuses, errors } = await flooding;
      const quiet = addVisits(before, await visitFor(url, seconds / 2));
      const told = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
      figures.push(
        compare(`${connections} connections (${told.join(', ')}), listings of others`, quiet.uncached, during.uncached),
        compare(`${connections} connections, cached pages`, quiet.cached, during.cached),
        none(`of ${during.uncached.times.length} listings of others were shells`, during.shells),
        none('requests of others failed', during.uncached.failed.length + during.cached.failed.length),
        none('requests of the attackers without an answer', errors),
        {
          text: `${statuses['429'] ?? 0} requests of the attackers refused`,
          limit: 'some',
          ok: (statuses['429'] ?? 0) > 0,
        },
      );
    }
    return figures;
  },
};
