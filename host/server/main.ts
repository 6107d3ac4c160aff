import { openRegistry } from '@shop/federation/registry';
import { buildServer } from './buildServer';
import { ConfigError, readConfig } from './config';

const explain = (error: unknown): string => {
  if (error instanceof ConfigError) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error) {
    return `Port ${String(error.port)} is taken. Stop what listens there, or choose another with PORT=3100 npm start.`;
  }
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return `The host is not built yet (${error.message}). Run npm run build.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

const start = async (): Promise<void> => {
  const config = readConfig(process.env);
  const app = await buildServer(config, await openRegistry(process.env), { level: process.env['LOG_LEVEL'] ?? 'warn' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void app.close().then(() => process.exit(0)));
  }
  await app.listen({ port: config.port, host: config.host });
  process.send?.('listening');
};

start().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
