import { ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { benchData, startApi } from '../startShop';
import type { Fault } from './Fault';

const LIMIT_MS = 1_000;
const TRIES = 5;

interface Ended {
  readonly code: number | string | null;
  readonly said: string;
  readonly ms: number;
}

/** From start to exit, including Node's own startup. */
const startSecond = async (): Promise<Ended> => {
  const began = performance.now();
  const second = new ManagedProcess({
    name: 'The second process',
    args: tsxArguments('api/src/server.ts'),
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { API_PORT: '4921', DATA_DIR: benchData },
  });
  const code = await (await second.start()).ended;
  return { code, said: second.output.trim(), ms: performance.now() - began };
};

export const secondProcess: Fault = {
  summary: `a second process on the same PGlite directory says so and ends within ${LIMIT_MS} ms`,
  inQuick: true,
  async run() {
    const first = await startApi({});
    try {
      const ends: Ended[] = [];
      for (let round = 0; round < TRIES; round += 1) ends.push(await startSecond());
      const clear = ends.every(
        ({ code, said }) =>
          code === 1 &&
          /^The data directory .* is in use by process \d+; stop it, or set DATA_DIR/.test(said) &&
          !/\n[ \t]+at /.test(said),
      );
      const times = ends.map(({ ms }) => ms);
      const serves = await fetch(`${first.url}/api/health/ready`).then(({ ok }) => ok);
      return [
        {
          text: `${TRIES} starts ended after ${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))} ms with code ${[...new Set(ends.map(({ code }) => code))].join(', ')}; "${ends[0]?.said}"; the first ${serves ? 'serves on' : 'does not serve'}`,
          limit: `each within ${LIMIT_MS} ms, code 1, one sentence`,
          ok: clear && serves && Math.max(...times) <= LIMIT_MS,
        },
      ];
    } finally {
      await first.stop();
    }
  },
};
