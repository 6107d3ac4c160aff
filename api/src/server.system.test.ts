import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { createTestDirectory } from './testing/testDatabase';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'api-server-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

interface ExitedServer {
  readonly code: number | string | null;
  readonly output: string;
}

const runServer = async (env: Record<string, string>): Promise<ExitedServer> => {
  const server = new ManagedProcess({
    name: 'The API',
    args: tsxArguments('api/src/server.ts'),
    env: { API_PORT: '0', ...env },
  });
  const code = await (await server.start()).ended;
  return { code, output: server.output.trim() };
};

/** Expects a sentence without a stack trace, and exit code 1. */
const expectRefusal = ({ code, output }: ExitedServer, sentence: RegExp): void => {
  expect(output).toMatch(sentence);
  expect(output).not.toMatch(/\n[ \t]+at /);
  expect(code).toBe(1);
};

test('a data directory that is in use by a running process is refused', async () => {
  const directory = path.join(folder, 'held');
  fs.writeFileSync(`${directory}.lock`, String(process.pid));
  expectRefusal(await runServer({ DATA_DIR: directory }), /is in use by process \d+; stop it, or set DATA_DIR/);
});

test('a directory with files that is not a data directory is refused and left unchanged', async () => {
  const directory = path.join(folder, 'damaged');
  fs.mkdirSync(directory);
  fs.writeFileSync(path.join(directory, 'precious.txt'), 'keep me');
  expectRefusal(await runServer({ DATA_DIR: directory }), /cannot be opened .*Nothing in it was changed/);
  expect(fs.readdirSync(directory)).toEqual(['precious.txt']);
});

test('an unreachable database is reported without its password', async () => {
  const exited = await runServer({
    DATABASE_URL: 'postgresql://shop:hunter2@127.0.0.1:1/shop',
    DATA_DIR: path.join(folder, 'none'),
  });
  expectRefusal(exited, /The database shop at 127\.0\.0\.1:1 \(DATABASE_URL\) cannot be reached/);
  expect(exited.output).not.toContain('hunter2');
});

test('an invalid setting is reported by name', async () => {
  expectRefusal(await runServer({ API_PORT: 'abc' }), /API_PORT must be a port number/);
});

test('a port in use is reported', async () => {
  const holder = net.createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const address = holder.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const directory = path.join(folder, 'port');
  await createTestDirectory(directory);
  expectRefusal(await runServer({ API_PORT: String(port), DATA_DIR: directory }), new RegExp(`Port ${port} is taken`));
  holder.close();
}, 60_000);
