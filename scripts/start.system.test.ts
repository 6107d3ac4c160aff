import { spawnSync } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';

/** Runs `npm start` with ports that it refuses before it installs or builds anything. */
const start = (env: Readonly<Record<string, string>>) => {
  const { status, stderr } = spawnSync(process.execPath, [path.join(__dirname, 'start.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 10_000,
  });
  return { status, stderr: stderr.trim() };
};

test.each([
  [{ PORT: '0' }, 'PORT must be a port number from 1 to 65535, not "0".'],
  [{ PORT: '65536' }, 'PORT must be a port number from 1 to 65535, not "65536".'],
  [{ PORT: 'abc' }, 'PORT must be a port number from 1 to 65535, not "abc".'],
  [{ PORT: '3950', API_PORT: '3950' }, 'PORT and API_PORT are both 3950. Choose two different ports.'],
])('%j is refused with a sentence', (env, message) => {
  expect(start(env)).toEqual({ status: 1, stderr: message });
});

test('a port that is in use is named, with a valid one to try', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const other = port + 100 > 65_535 ? port - 100 : port + 100;
  expect(start({ PORT: String(port) })).toEqual({
    status: 1,
    stderr: `Port ${port} is in use. Stop the process that uses it, or choose another: PORT=${other} npm start.`,
  });
  await new Promise((resolve) => server.close(resolve));
});
