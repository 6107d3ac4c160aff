import { createServer } from 'node:net';
import path from 'node:path';
import { closeDataDirectories } from './dataDirectories.mjs';
import { installMissing, root } from './install.mjs';
import { createProcessGroup, mustRun, run, tsx, waitForUrl } from './processes.mjs';

const port = process.env.PORT || '3000';
const apiPort = process.env.API_PORT || '4000';
/** Migrating and seeding an embedded database takes most of it, on a slow disk. */
const START_TIMEOUT_MS = 120_000;
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

const began = Date.now();
const seconds = (from) => Math.round((Date.now() - from) / 1000);
const stages = [];
/** Runs one stage of the start between a line that says what it does and one with its duration. */
const stage = async (title, work) => {
  const from = Date.now();
  console.log(`\n${title} …`);
  await work();
  stages.push(`${title.toLowerCase()} ${seconds(from)} s`);
};
const runTsx = (...args) => mustRun(tsx, args);
const registry = (...args) => runTsx('federation/registry/cli.ts', ...args);

if (Number(port) === Number(apiPort)) {
  console.error(`PORT and API_PORT are both ${port}. Choose two different ports.`);
  process.exit(1);
}
await requireFreePort('PORT', port);
await requireFreePort('API_PORT', apiPort);
console.log('Starting the shop. The first time takes about three minutes, later ones ten seconds.');
await stage('Packages', () => installMissing());
closeDataDirectories();
// Together, because neither keeps all cores busy to its end.
await stage('Pictures and builds', async () => {
  const codes = await Promise.all([
    run(tsx, ['api/content/buildPictures.ts']),
    run(tsx, ['federation/registry/cli.ts', 'build', '--all']),
  ]);
  const failure = codes.find((code) => code !== 0);
  if (failure === undefined) return;
  console.error('The shop could not be built. The reason is above.');
  process.exit(failure);
});
await stage('Releases', async () => {
  await registry('init');
  await runTsx('host/server/announce.ts');
  await registry('release-local');
});

const group = createProcessGroup();
let ownerLink;
const shop = `http://localhost:${port}`;
const waitFor = async (name, url) => {
  if (await waitForUrl(url, START_TIMEOUT_MS)) return;
  if (!group.isEnding()) console.error(`${name} did not start within ${START_TIMEOUT_MS / 1000} s.`);
  await group.endAll(1);
};
await stage('Database and servers', async () => {
  const api = group.start('The API', tsx, [path.join(root, 'api/src/server.ts')], {
    API_PORT: apiPort,
    PUBLIC_URL: process.env.PUBLIC_URL || shop,
    ADMIN_URL: process.env.ADMIN_URL || `http://admin.localhost:${port}`,
    TRUSTED_PROXIES: '1',
  });
  // Only a shop without staff has one (api/src/serve.ts).
  api.on('message', (message) => (ownerLink = message?.ownerLink));
  await waitFor('The API', `http://127.0.0.1:${apiPort}/api/health/ready`);
  group.start('The host', tsx, [path.join(root, 'host/server/main.ts')], {
    PORT: port,
    API_ORIGIN: `http://127.0.0.1:${apiPort}`,
  });
  await waitFor('The host', `${shop}/health`);
});
group.markRunning();
console.log(`\nReady after ${seconds(began)} s: ${stages.join(', ')}.`);
console.log(`\n  The shop         ${shop}\n  The mailbox      ${shop}/dev/mailbox`);
if (ownerLink) console.log(`  The back office  ${ownerLink}\n                   (this link makes you its owner, once)`);
else console.log(`  The back office  http://admin.localhost:${port}/admin`);
console.log('\n  Press Ctrl-C to stop.\n');
