import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const SERVER = `require('node:fs').writeFileSync(process.env.PID_FILE, String(process.pid)); setInterval(() => undefined, 1000);`;
const START = `
  import { createProcessGroup } from ${JSON.stringify(path.join(__dirname, 'processes.mjs'))};
  createProcessGroup().start('The server', process.execPath, ['-e', ${JSON.stringify(SERVER)}]);
`;

let folder: string;
let shell: ChildProcess | undefined;
let server: number | undefined;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'processes-'));
  fs.writeFileSync(path.join(folder, 'start.mjs'), START);
});
afterEach(() => {
  shell?.kill('SIGKILL');
  if (server !== undefined && isRunning(server)) process.kill(server, 'SIGKILL');
  fs.rmSync(folder, { recursive: true, force: true });
});

const waitFor = async <T>(find: () => T | undefined): Promise<T> => {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The condition was not met within 10 s');
};
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Starts the script in a shell, like npm does. Returns the server's process id. */
const startAsNpmDoes = (): Promise<number> => {
  const file = path.join(folder, 'pid');
  shell = spawn('sh', ['-c', `"${process.execPath}" start.mjs; true`], {
    cwd: folder,
    env: { ...process.env, npm_lifecycle_event: 'start', PID_FILE: file },
    stdio: 'ignore',
  });
  return waitFor(() =>
    fs.existsSync(file) && fs.readFileSync(file, 'utf8') !== '' ? Number(fs.readFileSync(file, 'utf8')) : undefined,
  );
};

test('the servers stop when npm and its shell are stopped', async () => {
  const started = await startAsNpmDoes();
  server = started;
  expect(isRunning(started)).toBe(true);
  shell?.kill('SIGTERM');
  await waitFor(() => (isRunning(started) ? undefined : true));
});
