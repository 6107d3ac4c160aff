import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../install.mjs';
import { findProgram, provideNode } from './provideNode.mjs';

const READY = 'Press Ctrl-C to stop.';
const MAX_START_MS = 900_000;
const MAX_STOP_MS = 30_000;
const NETWORK_VARIABLES = /^(?:NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i;
const NPM_NETWORK_SETTINGS = ['registry', 'cafile', 'proxy', 'https-proxy', 'noproxy'];

/** Returns how this machine reaches the network, as variables; everything else of its environment stays behind. */
const readNetworkSettings = () => {
  const { stdout } = spawnSync('npm', ['config', 'list', '--json'], { encoding: 'utf8' });
  const settings = JSON.parse(stdout);
  return Object.fromEntries([
    ...Object.entries(process.env).filter(([name]) => NETWORK_VARIABLES.test(name)),
    ...NPM_NETWORK_SETTINGS.filter((name) => settings[name]?.length > 0).map((name) => [
      `npm_config_${name.replaceAll('-', '_')}`,
      String(settings[name]),
    ]),
  ]);
};

const must = (command, args, options) => {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
};

/**
 * A machine as a newcomer has it: a clone of what is committed here, an empty home, no Chromium, and a PATH with node,
 * npm and git alone.
 */
export class Machine {
  #home;
  #user;
  #path;
  #network = readNetworkSettings();
  #processes = [];

  /**
   * `node` is a major version, `folder` the name of the clone's folder, `user` the name of another user.
   */
  constructor({ node, ports, folder = 'shop', user, workshop }) {
    this.#home = mkdtempSync(path.join(os.tmpdir(), 'first-start-'));
    chmodSync(this.#home, 0o755);
    this.#user = user;
    this.#path = provideNode(node, workshop);
    this.ports = ports;
    this.shop = `http://localhost:${ports[0]}`;
    this.directory = path.join(this.#home, folder);
    mkdirSync(path.join(this.#home, 'home'));
    must('git', ['clone', '--quiet', '--no-local', root, this.directory]);
    if (user) must('chown', ['-R', user, this.#home]);
  }

  #spawn(command, args, environment = {}) {
    const asUser = this.#user ? [findProgram('setpriv'), `--reuid=${this.#user}`, '--clear-groups'] : [];
    const [program, ...rest] = [...asUser, command, ...args];
    const child = spawn(program, rest, {
      cwd: this.directory,
      detached: true, // a process group, which Ctrl-C of a terminal reaches as a whole
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...this.#network,
        PATH: this.#path,
        HOME: path.join(this.#home, 'home'),
        CHROMIUM_PATH: 'none',
        ...environment,
      },
    });
    const run = { child, output: '', exit: undefined };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (run.output += text));
    run.ended = new Promise((resolve) => {
      child.once('error', (error) => resolve((run.exit = error.message)));
      child.once('close', (code, signal) => resolve((run.exit = signal ?? code)));
    });
    this.#processes.push(run);
    return run;
  }

  /** Runs a command to its end. Returns its exit code and output. */
  async run(command, args) {
    const run = this.#spawn(command, args);
    await run.ended;
    return run;
  }

  /**
   * Runs `npm start` until the shop is ready, or its output has `until`. `inNetwork` is a command that runs it in
   * another network.
   */
  async start({ until = READY, inNetwork = [] } = {}) {
    const began = Date.now();
    const [PORT, API_PORT] = this.ports.map(String);
    const [command, ...args] = [...inNetwork, 'npm', 'start'];
    const run = this.#spawn(command, args, { PORT, API_PORT });
    while (!run.output.includes(until)) {
      if (run.exit !== undefined) throw new Error(`npm start ended with ${run.exit}:\n${run.output}`);
      if (Date.now() - began > MAX_START_MS) throw new Error(`npm start took too long:\n${run.output}`);
      await sleep(100);
    }
    return { run, seconds: Math.round((Date.now() - began) / 1000) };
  }

  /** Presses Ctrl-C. @throws {Error} if the shop goes on, or its ports stay taken. */
  async pressCtrlC({ run }) {
    process.kill(-run.child.pid, 'SIGINT');
    await Promise.race([run.ended, sleep(MAX_STOP_MS, undefined, { ref: false })]);
    if (run.exit === undefined) throw new Error(`Ctrl-C did not end npm start:\n${run.output}`);
    const answer = await fetch(this.shop).then(
      () => 'still answers',
      () => undefined,
    );
    if (answer) throw new Error(`The shop ${answer} after Ctrl-C`);
  }

  /** Ends what still runs and removes the machine. */
  async remove() {
    for (const run of this.#processes) if (run.exit === undefined) process.kill(-run.child.pid, 'SIGTERM');
    await Promise.race([Promise.all(this.#processes.map(({ ended }) => ended)), sleep(MAX_STOP_MS)]);
    rmSync(this.#home, { recursive: true, force: true });
  }
}
