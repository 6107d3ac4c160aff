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
  // Writable, so that a release that replaces it is noticed (watchGlobals).
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

/**
 * Node's own code reads properties that an object may not have, also of the real `process`: a getter for one of them at
 * Object.prototype would get it. Sealed prototypes take no new property and no getter, but still assignments.
 */
const sealPrototypes = () => {
  for (const key of Object.getOwnPropertyNames(globalThis)) {
    const value = globalThis[key];
    if (typeof value === 'function' && typeof value.prototype === 'object') Object.seal(value.prototype);
  }
  Object.seal(Function.prototype); // a function itself
};

/** Call once, before code of other teams is loaded. Keep what is needed of `process` before. */
const closeProcess = () => {
  const { nextTick, hrtime, uptime, version, versions, platform, arch, stdout } = process;
  const write = stdout.write.bind(stdout);
  new globalThis.Response(''); // Node loads its fetch, with the connections behind it, at the first use of such a global
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (symbol.description?.startsWith('undici.')) globalThis[symbol] = undefined;
  for (const name of NETWORK) replaceGlobal(name, undefined);
  sealPrototypes();
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
