/**
 * Plain JavaScript, because the processes that run releases have no compiler.
 *
 * Closes what leads from a release's code to its process: the channel to the server, files, signals and the network.
 * Libraries find what they read of `process`.
 */
'use strict';

const NETWORK = ['fetch', 'WebSocket', 'EventSource', 'CloseEvent', 'BroadcastChannel'];
const MAX_LINE_CHARS = 500;

const replaceGlobal = (name, value) =>
  // Writable, so that a trial notices a release that replaces it (watchGlobals).
  Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });

/** Node's console leads to the streams of the process. Each call becomes one line that cannot look like the host's. */
const createConsole = (write) => {
  const log = (...values) => {
    const text = values
      .map((value) => {
        try {
          return value instanceof Error ? (value.stack ?? value.message) : String(value);
        } catch {
          return typeof value;
        }
      })
      .join(' ');
    write(`a release prints ${JSON.stringify(text.slice(0, MAX_LINE_CHARS))}\n`);
  };
  const names = ['assert', 'debug', 'dir', 'error', 'group', 'groupCollapsed', 'info', 'log', 'table', 'trace', 'warn'];
  const silent = ['clear', 'count', 'countReset', 'groupEnd', 'time', 'timeEnd', 'timeLog'];
  return Object.freeze(
    Object.fromEntries([...names.map((name) => [name, log]), ...silent.map((name) => [name, () => undefined])]),
  );
};

const { defineProperty } = Object;

/**
 * What leads from the real `process` to the machine: Node hands it to getters at Object.prototype, and to methods of
 * its classes that a release replaces.
 */
const DOORS = [
  ...['abort', 'binding', '_linkedBinding', 'dlopen', 'getBuiltinModule', 'kill', '_kill', 'mainModule', 'report'],
  'send',
];
const shutDoors = () => {
  for (const name of DOORS) defineProperty(process, name, { value: undefined, writable: false, configurable: false });
};

/** Call once, before code of other teams is loaded. Keep what is needed of `process` before. */
const closeProcess = () => {
  const { nextTick, hrtime, uptime, version, versions, platform, arch, stdout } = process;
  const write = stdout.write.bind(stdout);
  new globalThis.Response(''); // Node loads its fetch, with the connections behind it, at the first use of such a global
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (symbol.description?.startsWith('undici.')) globalThis[symbol] = undefined;
  for (const name of NETWORK) replaceGlobal(name, undefined);
  shutDoors();
  replaceGlobal('console', createConsole(write));
  replaceGlobal(
    'process',
    Object.freeze({
      env: Object.freeze({ NODE_ENV: 'production' }),
      argv: Object.freeze([]),
      cwd: () => '/',
      nextTick,
      hrtime,
      uptime,
      version,
      versions,
      platform,
      arch,
    }),
  );
};

module.exports = { closeProcess };
