import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buySomething, readListings } from './first-start/buySomething.mjs';
import { root } from './install.mjs';
import { Machine } from './first-start/Machine.mjs';
import { findProgram, NODE_VERSIONS } from './first-start/provideNode.mjs';

/**
 * Starts the shop as README says, on machines as newcomers have them, and prints a row for each. By default on two
 * versions of Node; `--all` tries all of them, and what else can be in the way.
 */
const { values } = parseArgs({ options: { all: { type: 'boolean' }, only: { type: 'string' } } });
const PORTS = [3870, 3871];
const workshop = mkdtempSync(path.join(os.tmpdir(), 'node-'));
chmodSync(workshop, 0o755); // for another user, too

const newMachine = (options) => new Machine({ ports: PORTS, workshop, ...options });

const requireText = (text, pattern, what) => {
  if (!pattern.test(text)) throw new Error(`${what}:\n${text}`);
};

/** The whole way of a newcomer: start, see both storefronts, buy something, Ctrl-C, start again. */
const startBuyAndStartAgain = async (machine) => {
  const first = await machine.start();
  requireText(first.run.output, /There is no Chromium: .* run: /, 'No line says how to get a Chromium');
  for (const folder of ['.data', '.data/pglite', '.data/registry']) {
    const mode = statSync(path.join(machine.directory, folder)).mode & 0o777;
    if (mode !== 0o700) throw new Error(`${folder} is open to other users (mode ${mode.toString(8)})`);
  }
  const number = await buySomething(machine.shop);
  await machine.pressCtrlC(first);
  const second = await machine.start();
  await readListings(machine.shop);
  await machine.pressCtrlC(second);
  return `${first.seconds} s, then ${second.seconds} s; order ${number}; ${first.run.output.match(/Ready after .*/)[0]}`;
};

const occupy = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(port, 'localhost', () => resolve(server));
  });

const refuseTakenPorts = async (machine) => {
  for (const port of machine.ports) {
    const server = await occupy(port);
    const refusal = await machine.start().catch((error) => error);
    server.close();
    requireText(String(refusal.message), new RegExp(`ended with 1:[^]*\\nPort ${port} is in use\\.`), 'No refusal');
    if (existsSync(path.join(machine.directory, 'node_modules')))
      throw new Error('Packages were installed before the ports were checked');
  }
  return 'both are named, before anything is installed';
};

const interruptAndStart = async (machine) => {
  const stages = [];
  for (const until of ['Packages', 'Pictures and builds', 'Releases']) {
    await machine.pressCtrlC(await machine.start({ until: `${until} …` }));
    stages.push(until.toLowerCase());
  }
  return `interrupted during ${stages.join(', ')}; then ${await startBuyAndStartAgain(machine)}`;
};

/** Installs the packages, and starts the shop where only the machine's own loopback interface is. */
const startOffline = async (machine) => {
  const { exit, output } = await machine.run('node', ['scripts/install.mjs']);
  if (exit !== 0) throw new Error(output);
  const inNetwork = [findProgram('unshare'), '--net', '--', 'sh', '-c'];
  const upAndRun = `${findProgram('ip')} link set lo up && exec "$@"`;
  const started = await machine.start({ inNetwork: [...inNetwork, upAndRun, 'sh'] });
  const script = path.join(root, 'scripts/first-start/buySomething.mjs');
  const order = spawnSync(
    'nsenter',
    ['--target', String(started.run.child.pid), '--net', process.execPath, script, machine.shop],
    { encoding: 'utf8' },
  );
  if (order.status !== 0) throw new Error(order.stderr);
  await machine.pressCtrlC(started);
  return `${started.seconds} s without a network; order ${order.stdout.trim()}`;
};

const byNode = (node) => ({ name: `node-${node}`, node, attempt: startBuyAndStartAgain });
const isRoot = process.getuid?.() === 0;
const MACHINES = [
  byNode('20'),
  byNode('24'),
  ...[byNode('22'), byNode('26')].map((machine) => ({ ...machine, isRare: true })),
  {
    name: 'another-user-odd-folder',
    node: '24',
    isRare: true,
    folder: 'Büro shop',
    user: isRoot ? 'nobody' : undefined,
    attempt: startBuyAndStartAgain,
  },
  { name: 'taken-ports', node: '24', isRare: true, attempt: refuseTakenPorts },
  { name: 'interrupted', node: '24', isRare: true, attempt: interruptAndStart },
  // Making a network without the outside needs root.
  ...(isRoot ? [{ name: 'offline', node: '24', isRare: true, attempt: startOffline }] : []),
];

const rows = [];
for (const { name, node, isRare, attempt, ...options } of MACHINES) {
  if (values.only ? values.only !== name : isRare && !values.all) continue;
  console.log(`\n── First start: ${name} (Node ${NODE_VERSIONS[node]})`);
  const began = Date.now();
  let machine;
  try {
    machine = newMachine({ node, ...options });
    rows.push([name, 'passed', await attempt(machine)]);
  } catch (error) {
    rows.push([name, 'FAILED', error.message]);
  } finally {
    await machine?.remove();
  }
  const [, result, what] = rows.at(-1);
  console.log(`── ${name}: ${result} in ${Math.round((Date.now() - began) / 1000)} s: ${what}`);
}
rmSync(workshop, { recursive: true, force: true });

console.log(`\n${'Machine'.padEnd(26)}Result`);
for (const [name, result, what] of rows) console.log(`${name.padEnd(26)}${result}  ${what.split('\n')[0]}`);
process.exit(rows.every(([, result]) => result === 'passed') ? 0 : 1);
