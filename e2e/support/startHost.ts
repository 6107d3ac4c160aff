import { createUrlCheck, ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { API_PORT, registryDirectory } from './stackConfig';

const TIMEOUT_MS = 30_000;

/** Starts another host with its own settings on the tests' API and registry. Returns a function that stops it. */
export const startHost = async (port: number, env: Record<string, string>): Promise<() => Promise<void>> => {
  const host = new ManagedProcess({
    name: `The host on port ${port}`,
    args: tsxArguments('host/server/main.ts'),
    stdio: 'inherit',
    env: {
      PORT: String(port),
      API_ORIGIN: `http://127.0.0.1:${API_PORT}`,
      REGISTRY_DIR: registryDirectory,
      LOG_LEVEL: 'error',
      METRICS_PORT: 'off',
      SHUTDOWN_DELAY_MS: '0',
      RENDERS_PER_SECOND: '100', // tests open more pages from one address than visitors do
      ...env,
    },
    isReady: createUrlCheck(`http://localhost:${port}/health`),
    timeoutMs: TIMEOUT_MS,
  });
  await host.start();
  return async () => void (await host.stop());
};
