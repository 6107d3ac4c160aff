import { createServer } from 'node:net';
import path from 'node:path';
import { installMissing, root } from './install.mjs';
import { createProcessGroup, mustRun, tsx, waitForUrl } from './processes.mjs';

const port = process.env.PORT || '3000';
const apiPort = process.env.API_PORT || '4000';
const START_TIMEOUT_MS = 60_000;
const MAX_PORT = 65_535;

/** Checks the port before the build, which takes a minute. */
const requireFreePort = (name, value) =>
  new Promise((resolve) => {
    if (!/^\d+$/.test(value) || Number(value) < 1 || Number(value) > MAX_PORT) {
      console.error(`${name} must be a port number from 1 to ${MAX_PORT}, not "${value}".`);
      process.exit(1);
    }
    const probe = createServer();
    probe.once('error', (error) => {
      const why =
        error.code === 'EADDRINUSE'
          ? 'is in use. Stop the process that uses it, or choose another'
          : `cannot be used (${error.code}). Choose another`;
      const other = Number(value) + 100 > MAX_PORT ? Number(value) - 100 : Number(value) + 100;
      console.error(`Port ${value} ${why}: ${name}=${other} npm start.`);
      process.exit(1);
    });
    probe.listen(Number(value), 'localhost', () => probe.close(resolve));
  });

if (Number(port) === Number(apiPort)) {
  console.error(`PORT and API_PORT are both ${port}. Choose two different ports.`);
  process.exit(1);
}
await requireFreePort('PORT', port);
await requireFreePort('API_PORT', apiPort);
installMissing();

console.log('Building what changed …');
await mustRun(tsx, ['api/content/buildPictures.ts']);
await mustRun(tsx, ['federation/registry/cli.ts', 'build', '--all']);
console.log('Releasing the local remotes …');
await mustRun(tsx, ['federation/registry/cli.ts', 'init']);
await mustRun(tsx, ['host/server/announce.ts']);
await mustRun(tsx, ['federation/registry/cli.ts', 'release-local']);

console.log('Starting …');
const group = createProcessGroup();
const shop = `http://localhost:${port}`;
group.start('The API', tsx, [path.join(root, 'api/src/server.ts')], {
  API_PORT: apiPort,
  PUBLIC_URL: process.env.PUBLIC_URL || shop,
  TRUSTED_PROXIES: '1',
});
if (!(await waitForUrl(`http://127.0.0.1:${apiPort}/api/health/ready`, START_TIMEOUT_MS))) {
  console.error(`The API did not start within ${START_TIMEOUT_MS / 1000} s.`);
  group.endAll(1);
} else {
  group.start('The host', tsx, [path.join(root, 'host/server/main.ts')], {
    PORT: port,
    API_ORIGIN: `http://127.0.0.1:${apiPort}`,
  });
  if (await waitForUrl(`${shop}/health`, START_TIMEOUT_MS)) {
    console.log(`\n  The shop     ${shop}\n  The mailbox  ${shop}/dev/mailbox\n\n  Press Ctrl-C to stop.\n`);
  } else {
    console.error(`The host did not start within ${START_TIMEOUT_MS / 1000} s.`);
    group.endAll(1);
  }
}
