import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { API_PORT, registryDirectory, repositoryRoot } from './stackConfig';

/** Starts another host with its own settings on the tests' API and registry. Returns a function that stops it. */
export const startHost = async (port: number, env: Record<string, string>): Promise<() => Promise<void>> => {
  const child: ChildProcess = spawn(path.join(repositoryRoot, 'node_modules/.bin/tsx'), ['host/server/main.ts'], {
    cwd: repositoryRoot,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(port),
      API_ORIGIN: `http://127.0.0.1:${API_PORT}`,
      REGISTRY_DIR: registryDirectory,
      LOG_LEVEL: 'error',
      METRICS_PORT: 'off',
      SHUTDOWN_DELAY_MS: '0',
      ...env,
    },
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (
      await fetch(`http://localhost:${port}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return stop;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`The host on port ${port} did not answer`);
};
