import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { sendRequest, newAgent } from './sendRequest';
import { atMost, none, type Fault, type Figure } from './Fault';
import { percentile, probeFor, startProbe, timeUntil } from './latency';

const SOCKETS = 500;
const BYTE_EVERY_MS = 1_000;
const QUIET_MS = 3_000;
const PROBE_EVERY_MS = 50;
const MAX_P99_MS = 300;
/**
 * Ten seconds for a request's head (nginx.conf; slowClients.ts), a second for the check interval, and a margin for a
 * busy machine.
 */
const HEAD_CLOSED_WITHIN_MS = 12_500;
/** Fifteen seconds for a whole request to the API; the host allows more for uploads of releases. */
const BODY_CLOSED_WITHIN_MS = 20_000;

interface Attack {
  /** Lifetimes of the sockets that the server closed. */
  readonly lives: readonly number[];
  readonly stillOpen: number;
}

const HEAD = 'GET /api/categories HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
const BODY =
  'POST /api/cart/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n';

/**
 * Opens the sockets, sends the start of a request and then a byte every second, until all are closed or time is up.
 */
const attack = async (connect: () => net.Socket, beginning: string, forMs: number): Promise<Attack> => {
  const lives: number[] = [];
  const sockets = Array.from({ length: SOCKETS }, () => {
    const socket = connect();
    const began = performance.now();
    socket.on('error', () => undefined); // Being closed is expected.
    socket.on('close', () => lives.push(performance.now() - began));
    socket.resume();
    socket.write(beginning);
    return socket;
  });
  const dripping = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('a')), BYTE_EVERY_MS);
  await timeUntil(async () => lives.length === SOCKETS, forMs);
  clearInterval(dripping);
  const closed = [...lives];
  for (const socket of sockets) socket.destroy();
  return { lives: closed, stillOpen: SOCKETS - closed.length };
};

export const slowLoris: Fault = {
  summary: `${SOCKETS} sockets that send a byte a second, at nginx, a host and an API process each: all three go on answering`,
  inQuick: true,
  async run({ quick, topology }) {
    const { url, ports } = await topology();
    const agent = newAgent();
    const [api = 0] = ports.apis;
    const [host = 0] = ports.hosts;
    const plain = (port: number) => () => net.connect(port, '127.0.0.1');
    const targets = {
      nginx: {
        connect: () => tls.connect({ port: ports.https, host: '127.0.0.1', rejectUnauthorized: false }),
        probe: () => sendRequest(`${url}/about`, { agent }),
      },
      host: { connect: plain(host), probe: () => sendRequest(`http://127.0.0.1:${host}/about`) },
      api: { connect: plain(api), probe: () => sendRequest(`http://127.0.0.1:${api}/api/categories`) },
    };
    const figures: Figure[] = [];
    const attackAll = async (
      names: readonly (keyof typeof targets)[],
      kind: 'head' | 'body',
      limitMs: number,
    ): Promise<void> => {
      // All in parallel, as during the attack.
      const quiet = new Map(
        await Promise.all(
          names.map(
            async (name) =>
              [name, percentile((await probeFor(QUIET_MS, targets[name].probe, PROBE_EVERY_MS)).times, 0.99)] as const,
          ),
        ),
      );
      await Promise.all(
        names.map(async (name) => {
          const { connect, probe } = targets[name];
          const attacked = attack(connect, kind === 'head' ? HEAD : BODY, limitMs);
          await sleep(500); // Let both sides finish opening the sockets.
          const stop = startProbe(probe, PROBE_EVERY_MS);
          const { lives, stillOpen } = await attacked;
          const { times, failed } = await stop();
          figures.push(
            atMost(
              `${name}, slow ${kind}: p99 ${quiet.get(name)?.toFixed(0)} ms in the quiet, with ${SOCKETS} slow sockets`,
              percentile(times, 0.99),
              MAX_P99_MS,
              'ms',
            ),
            none(
              `of ${times.length + failed.length} requests beside failed${failed.length > 0 ? ` (${failed[0]})` : ''}`,
              failed.length,
            ),
            {
              text: `${lives.length} of ${SOCKETS} slow sockets closed, the last after ${(Math.max(0, ...lives) / 1_000).toFixed(1)} s`,
              limit: `all within ${limitMs / 1_000} s`,
              ok: stillOpen === 0,
            },
          );
        }),
      );
    };
    await attackAll(['nginx', 'host', 'api'], 'head', HEAD_CLOSED_WITHIN_MS);
    if (!quick) await attackAll(['api'], 'body', BODY_CLOSED_WITHIN_MS);
    agent.destroy();
    return figures;
  },
};
