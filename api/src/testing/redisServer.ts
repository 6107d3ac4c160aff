import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A Redis of the tests' own, reachable by a socket in a temporary folder. */
export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  /** As a power cut would. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const isThere = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

/** Redis found on the machine, else Debian's package where that can be installed. */
const provideRedis = (): boolean => {
  if (isThere() || process.getuid?.() !== 0 || !fs.existsSync('/etc/debian_version')) return isThere();
  console.warn('Installing Redis from Debian …');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], { stdio: 'inherit' });
  return isThere();
};

/** Starts one, or says loudly why there is none. */
export const startRedisServer = async (): Promise<RedisServer | undefined> => {
  if (!provideRedis()) {
    console.warn(
      '\n*** No Redis can be had on this machine: its tests are left out. Install redis-server to run them. ***\n',
    );
    return undefined;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-redis-'));
  const socket = path.join(folder, 'redis.sock');
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const start = async (): Promise<void> => {
    fs.rmSync(socket, { force: true });
    child = spawn(
      'redis-server',
      ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', folder],
      { stdio: 'ignore' },
    );
    for (let attempt = 0; attempt < 200 && !fs.existsSync(socket); attempt += 1) await sleep(25);
  };
  await start();
  return {
    url: `unix://${socket}`,
    start,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
};
