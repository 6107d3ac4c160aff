import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createTestDirectory } from './testing/testDatabase';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'api-server-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly said: string;
  readonly milliseconds: number;
}

const runServer = (env: Record<string, string>): Promise<Ended> =>
  new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(process.execPath, ['--import', 'tsx', path.join(__dirname, 'server.ts')], {
      cwd: path.resolve(__dirname, '../..'),
      env: { ...process.env, API_PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.on('exit', (code) => resolve({ code, said: said.trim(), milliseconds: Date.now() - started }));
  });

/** One sentence, no stack, a code that is not 0. */
const expectRefusal = ({ code, said }: Ended, sentence: RegExp): void => {
  expect(said).toMatch(sentence);
  expect(said).not.toMatch(/\n[ \t]+at /);
  expect(code).toBe(1);
};

test('a data directory that a running process holds is refused at once', async () => {
  const directory = path.join(folder, 'held');
  fs.writeFileSync(`${directory}.lock`, String(process.pid));
  expectRefusal(await runServer({ DATA_DIR: directory }), /is in use by process \d+; stop it, or set DATA_DIR/);
});

test('a directory with files that is not a data directory is refused, and nothing in it changes', async () => {
  const directory = path.join(folder, 'damaged');
  fs.mkdirSync(directory);
  fs.writeFileSync(path.join(directory, 'precious.txt'), 'keep me');
  expectRefusal(await runServer({ DATA_DIR: directory }), /cannot be opened .*Nothing in it was changed/);
  expect(fs.readdirSync(directory)).toEqual(['precious.txt']);
});

test('a database that cannot be reached is named without its password', async () => {
  const ended = await runServer({
    DATABASE_URL: 'postgresql://shop:hunter2@127.0.0.1:1/shop',
    DATA_DIR: path.join(folder, 'none'),
  });
  expectRefusal(ended, /The database shop at 127\.0\.0\.1:1 \(DATABASE_URL\) cannot be reached/);
  expect(ended.said).not.toContain('hunter2');
});

test('a bad setting is named', async () => {
  expectRefusal(await runServer({ API_PORT: 'abc' }), /API_PORT must be a port number/);
});

test('a port that is taken is named', async () => {
  const holder = net.createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const directory = path.join(folder, 'port');
  await createTestDirectory(directory);
  expectRefusal(await runServer({ API_PORT: String(port), DATA_DIR: directory }), new RegExp(`Port ${port} is taken`));
  holder.close();
}, 60_000);
