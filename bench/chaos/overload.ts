import { callApi, uncachedListing } from './sendRequest';
import { atMost, none, type Fault } from './Fault';
import { flood } from './flood';
import { percentile, probeFor, startProbe } from './latency';

const TIMES_CAPACITY = 10;
/**
 * autocannon sends a second's worth at once, limited by its connections: with fewer it does not reach ten times the
 * capacity.
 */
const FLOOD_CONNECTIONS = 250;
/** Two cores that run the shop beside it send no more: with a higher capacity, the excess is as many requests. */
const LEAST_TIMES_CAPACITY = 6;
const SECONDS = 15;
const QUICK_SECONDS = 6;
const CAPACITY_SECONDS = 3;
const QUIET_MS = 4_000;
const READ_EVERY_MS = 25;
const SLOWEST_READ_MS = 500;
const EXPECTED = ['401', '429', '503'];

export const overload: Fault = {
  summary: `ten times capacity on /login for ${SECONDS} s: the excess gets 503 with Retry-After, catalog reads stay fast`,
  inQuick: true,
  async run({ quick, topology }) {
    const { url, ports } = await topology();
    const seconds = quick ? QUICK_SECONDS : SECONDS;
    // Bypasses nginx and its cache to measure the hashing processes themselves. Each listing is uncached.
    const read = () => callApi(`http://127.0.0.1:${ports.apis[0]}`, uncachedListing());
    await probeFor(1_000, read, READ_EVERY_MS);
    const quiet = await probeFor(QUIET_MS, read, READ_EVERY_MS);

    const { statuses } = await flood({ url, connections: 4, seconds: CAPACITY_SECONDS });
    const capacity = (statuses['401'] ?? 0) / CAPACITY_SECONDS;

    const reading = startProbe(read, READ_EVERY_MS);
    let withoutRetryAfter = 0;
    const flooding = flood({
      url,
      connections: FLOOD_CONNECTIONS,
      seconds,
      perSecond: Math.round(capacity * TIMES_CAPACITY),
    });
    let refused = 0;
    const asking = startProbe(async () => {
      const answer = await callApi(url, '/login', {
        email: 'nobody@example.com',
        password: 'a password that is wrong',
      });
      if (answer.status === 503) refused += 1;
      if (answer.status === 503 && !answer.headers['retry-after']) withoutRetryAfter += 1;
      return { ...answer, status: 200 }; // 503 is expected here.
    }, 100);
    const flooded = await flooding;
    const asked = await asking();
    const during = await reading();
    const after = await probeFor(2_000, read, READ_EVERY_MS);

    const counts = Object.entries(flooded.statuses);
    const others = counts.filter(([status]) => !EXPECTED.includes(status)).reduce((sum, [, count]) => sum + count, 0);
    const quietP99 = percentile(quiet.times, 0.99);
    const p99 = percentile(during.times, 0.99);
    const perSecond = flooded.sent / seconds;
    return [
      {
        text: `${perSecond.toFixed(0)} sign-ins a second on a capacity of ${capacity.toFixed(0)}: ${(perSecond / capacity).toFixed(1)} times`,
        limit: `at least ${LEAST_TIMES_CAPACITY} times`,
        ok: perSecond >= LEAST_TIMES_CAPACITY * capacity,
      },
      {
        text: `${counts.map(([status, count]) => `${status}: ${count}`).join(', ')}; ${refused} of ${asked.times.length} asked beside were 503, ${withoutRetryAfter} of them without Retry-After`,
        limit: '503 with Retry-After for the excess',
        ok: (flooded.statuses['503'] ?? 0) > 0 && withoutRetryAfter === 0,
      },
      none('answers other than 401, 429 and 503, or none', others + flooded.errors),
      atMost(
        `catalog reads: p99 ${quietP99.toFixed(0)} ms in the quiet, ${(p99 / quietP99).toFixed(1)} times that in the flood:`,
        p99,
        SLOWEST_READ_MS,
        'ms',
      ),
      atMost('p99 of the two seconds after it', percentile(after.times, 0.99), SLOWEST_READ_MS / 2, 'ms'),
      none('reads failed', during.failed.length + after.failed.length),
    ];
  },
};
