import { ManagedProcess } from './ManagedProcess';

const SERVE = "console.log('ready'); setInterval(() => undefined, 1_000)";

const run = (script: string, isReady?: (output: string) => boolean): ManagedProcess => {
  const started: ManagedProcess = new ManagedProcess({
    name: 'The script',
    args: ['--eval', script],
    ...(isReady && { isReady: () => isReady(started.output) }),
    timeoutMs: 5_000,
  });
  return started;
};

test('a process is ready, can be stopped, and be started again', async () => {
  const server = run(SERVE, (output) => output.endsWith('ready\n'));
  await server.start();
  expect(server.pid).toEqual(expect.any(Number));
  expect(await server.stop()).toBe('SIGTERM');
  expect({ isRunning: server.isRunning, pid: server.pid }).toEqual({ isRunning: false, pid: undefined });
  await server.start();
  expect(server.isRunning).toBe(true);
  await server.kill();
  expect(await server.ended).toBe('SIGKILL');
});

test('a process that ends before it is ready is reported with its code and its output', async () => {
  await expect(run("console.error('no disk'); process.exit(7)", () => false).start()).rejects.toThrow(
    /^The script did not start: it ended with 7\. The end of its output:\nno disk\n$/,
  );
});

test('a process that is not ready in time is killed', async () => {
  const server = run(SERVE, () => {
    throw new Error('nobody listens');
  });
  await expect(server.start()).rejects.toThrow(/^The script did not start: it was not ready in time\..*\nready\n$/);
  expect(await server.ended).toBe('SIGKILL');
}, 20_000);

test('without a check, it runs to its end, and the output is complete, with that of its own processes', async () => {
  const late = "setTimeout(() => console.log('late'), 300)";
  const script = `process.stdout.write('x'.repeat(1_000_000));
    require('node:child_process').spawn(process.execPath, ['--eval', ${JSON.stringify(late)}], { stdio: 'inherit' }).unref()`;
  const step = run(script);
  expect(await (await step.start()).ended).toBe(0);
  expect(step.output).toHaveLength(1_000_000 + 'late\n'.length);
});
