import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { closeDataDirectories } from './dataDirectories.mjs';
import { installMissing, root } from './install.mjs';
import { createProcessGroup, mustRun, tsx, waitForUrl } from './processes.mjs';

const port = process.env.PORT || '3000';
const apiPort = process.env.API_PORT || '4000';
const REMOTES = readdirSync(root).filter((name) => existsSync(path.join(root, name, 'remote.json')));
const START_TIMEOUT_MS = 120_000;

installMissing();
closeDataDirectories();
await mustRun(tsx, ['api/content/buildPictures.ts']);
console.log('Starting the dev servers and the API …');
const group = createProcessGroup();
const shop = `http://localhost:${port}`;
group.start('The API', tsx, ['watch', 'api/src/server.ts'], {
  API_PORT: apiPort,
  PUBLIC_URL: process.env.PUBLIC_URL || shop,
  TRUSTED_PROXIES: '1',
  ADMIN_URL: process.env.ADMIN_URL || `http://admin.localhost:${port}`,
});
for (const remote of REMOTES) group.start(remote, tsx, ['federation/registry/cli.ts', 'dev', remote]);
group.start('The host', tsx, ['host/server/dev.ts'], { PORT: port, API_ORIGIN: `http://127.0.0.1:${apiPort}` });
const ready = await Promise.all([
  waitForUrl(shop, START_TIMEOUT_MS),
  waitForUrl(`http://127.0.0.1:${apiPort}/api/health/ready`, START_TIMEOUT_MS),
]);
if (ready.every(Boolean)) {
  group.markRunning();
  console.log(
    `\n  The shop, with Fast Refresh  ${shop}\n  The mailbox                  ${shop}/dev/mailbox\n\n  Press Ctrl-C to stop.\n`,
  );
} else {
  console.error('The dev servers did not start in time.');
  void group.endAll(1);
}
