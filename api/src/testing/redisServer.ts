import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ManagedProcess } from '@shop/server-kit/testing/ManagedProcess';

const START_TIMEOUT_MS = 5_000;

/** A Redis server for tests, reachable through a socket in a temporary folder. */
export interface RedisServer {
  readonly url: string;
  start(): Promise<void>;
  /** Simulates a crash with SIGKILL. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

const isInstalled = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

/** Finds Redis, or installs Debian's package if possible. */
const ensureRedis = (): boolean => {
  if (isInstalled() || process.getuid?.() !== 0 || !fs.existsSync('/etc/debian_version')) return isInstalled();
  console.warn('Installing Redis from Debian …');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], { stdio: 'inherit' });
  return isInstalled();
};

/** Starts a server, or prints a warning if Redis is not available. */
export const startRedisServer = async (): Promise<RedisServer | undefined> => {
  if (!ensureRedis()) {
    console.warn('\n*** Redis is not available: its tests are skipped. Install redis-server to run them. ***\n');
    return undefined;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-redis-'));
  const socket = path.join(folder, 'redis.sock');
  const server = new ManagedProcess({
    name: 'Redis',
    command: 'redis-server',
    args: ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', folder],
    isReady: () => fs.existsSync(socket),
    timeoutMs: START_TIMEOUT_MS,
  });
  const start = async (): Promise<void> => {
    fs.rmSync(socket, { force: true });
    await server.start();
  };
  await start();
  return {
    url: `unix://${socket}`,
    start,
    kill: () => server.kill(),
    async stop() {
      await server.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
};
