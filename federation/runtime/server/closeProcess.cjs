/**
 * Plain JavaScript, because the processes that run releases have no compiler.
 *
 * Closes what leads from a release's code to its process: the channel to the server, files, signals and the network.
 * Libraries find what they read of `process`.
 */
'use strict';

const NETWORK = ['fetch', 'WebSocket', 'EventSource', 'CloseEvent', 'BroadcastChannel'];
/** Modules whose classes the host's build uses, and those behind them. */
const NODE_MODULES = ['async_hooks', 'buffer', 'crypto', 'events', 'fs', 'net', 'stream', 'string_decoder', 'util'];
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

const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = Object;
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Keeps an object's methods and getters as they are. What inherits them can be assigned its own, as in streams. */
const lockMethods = (object) => {
  for (const key of Reflect.ownKeys(object)) {
    const { configurable, enumerable, value } = getOwnPropertyDescriptor(object, key);
    if (!configurable || key === 'constructor') continue;
    if (typeof value !== 'function') defineProperty(object, key, { configurable: false });
    else
      defineProperty(object, key, {
        get: () => value,
        set(own) {
          if (this === object) throw new TypeError(`Cannot assign to read only property '${String(key)}'`);
          defineProperty(this, key, { value: own, writable: true, enumerable: true, configurable: true });
        },
        enumerable,
        configurable: false,
      });
  }
  Object.preventExtensions(object);
};

/**
 * Node's streams and events are JavaScript that calls itself by its public methods, and the real `process` is an event
 * emitter: whoever replaces `EventEmitter.prototype.emit` or `Function.prototype.call`, if only for a moment, is called
 * with it.
 */
const lockNodeClasses = () => {
  for (const name of ['apply', 'bind', 'call'])
    defineProperty(Function.prototype, name, { writable: false, configurable: false });
  const locked = new Set([Object.prototype, Function.prototype, Array.prototype]);
  const lock = (object) => {
    if (!isObject(object) || locked.has(object)) return;
    locked.add(object);
    lockMethods(object);
    lock(getPrototypeOf(object));
  };
  for (const name of NODE_MODULES) {
    const exported = require(name);
    for (const value of [exported, ...Object.values(exported)]) {
      lock(value);
      if (typeof value === 'function') lock(value.prototype);
    }
  }
  for (const object of [process, process.stdout, process.stderr]) lock(getPrototypeOf(object));
};

/** What leads from the real `process` to the machine, should a release get hold of it after all. */
const DOORS = ['abort', 'binding', '_linkedBinding', 'dlopen', 'kill', '_kill', 'mainModule', 'report', 'send'];
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
  lockNodeClasses(); // before, because a sealed method cannot become a getter
  sealPrototypes();
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
