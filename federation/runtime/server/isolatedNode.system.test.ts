import { execFile } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { isNetworkIsolated, ISOLATED_ENVIRONMENT, isolateNode } from './isolatedNode';

const execute = promisify(execFile);

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'isolated-'));
  fs.mkdirSync(path.join(folder, 'readable'));
  for (const directory of [folder, path.join(folder, 'readable')]) fs.chmodSync(directory, 0o755);
  fs.writeFileSync(path.join(folder, 'secret'), 'secret', { mode: 0o644 });
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Runs code in an isolated process, which reads nothing but a folder. Returns what it prints. */
const run = async (code: string): Promise<string> => {
  const script = path.join(folder, 'readable/script.cjs');
  fs.writeFileSync(script, code);
  const { command, args, user } = isolateNode([path.dirname(script)]);
  const { stdout } = await execute(command, [...args, script], { env: ISOLATED_ENVIRONMENT, ...user });
  return stdout.trim();
};

test.each([
  ['read a file', () => `require('node:fs').readFileSync(${JSON.stringify(path.join(folder, 'secret'))})`],
  ['list a directory', () => `require('node:fs').readdirSync(${JSON.stringify(folder)})`],
  ["read the machine's files", () => "require('node:fs').readFileSync('/etc/passwd')"],
  ['read the environment of its parent', () => `require('node:fs').readFileSync('/proc/${process.pid}/environ')`],
  [
    'write a file',
    () => `require('node:fs').writeFileSync(${JSON.stringify(path.join(folder, 'readable/planted'))}, '')`,
  ],
  ['start a process', () => "require('node:child_process').execFileSync('/bin/true')"],
  [
    'start a thread, which could have more permissions',
    () => "new (require('node:worker_threads').Worker)('0', { eval: true })",
  ],
])('the process cannot %s', async (_what, buildCode) => {
  await expect(run(buildCode())).rejects.toThrow(/Access to this API has been restricted/);
});

test('the process has no environment, and is not root', async () => {
  process.env['A_SECRET_OF_THE_HOST'] = 'secret';
  const [names, user] = (await run('console.log(Object.keys(process.env).join(), process.getuid())')).split(' ');
  delete process.env['A_SECRET_OF_THE_HOST'];
  expect(names).toBe('NODE_ENV');
  expect(user).not.toBe('0');
});

test('the process cannot connect to this machine or another one', async () => {
  expect(isNetworkIsolated()).toBe(true); // needs util-linux, and a system that allows user namespaces
  const server = http.createServer((_request, response) => response.end('reached'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connect = `
    const attempts = ['http://127.0.0.1:${port}', 'http://192.0.2.1'].map((url) =>
      fetch(url, { signal: AbortSignal.timeout(2000) }).then(() => 'reached', ({ cause }) => cause?.code ?? 'late'));
    Promise.all(attempts).then((results) => console.log(results.join()));`;
  expect(await run(connect)).toMatch(
    /^(?:ECONNREFUSED|ENETUNREACH|ERR_ACCESS_DENIED),(?:ENETUNREACH|ERR_ACCESS_DENIED)$/,
  );
  server.close();
});
