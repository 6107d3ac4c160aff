import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { benchData, startApi } from '../startShop';
import type { Fault } from './Fault';

const LIMIT_MS = 1_000;
const TRIES = 5;
const root = path.resolve(__dirname, '../..');

interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly ms: number;
}

/** From start to exit, including Node's own startup. */
const startSecond = async (): Promise<Ended> => {
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', 'tsx', 'api/src/server.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, API_PORT: '4921', DATA_DIR: benchData },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  return { code: child.exitCode, said: said.trim(), ms: performance.now() - began };
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
