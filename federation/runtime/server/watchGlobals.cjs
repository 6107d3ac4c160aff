/**
 * Plain JavaScript, because the process that describes a release and the renderers have no compiler.
 *
 * Records the built-ins of JavaScript and the platform before code of other teams runs, and compares them afterwards:
 * changing Array.prototype.map or fetch would affect all other code. The comparison uses no methods that could have
 * been changed, only what is captured here.
 */
const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const { is } = Object;
const { String: toText } = globalThis;
const test = Function.prototype.call.bind(RegExp.prototype.test);

/** Globals that the federation runtime writes when it loads a bundle. */
const OWN_GLOBALS = /^(?:__FEDERATION__|__GLOBAL_LOADING_REMOTE_ENTRY__|__VMOK__|__WEBPACK_|webpackChunk)/;
/**
 * Changed by common libraries, so they are ignored. React notes at the document which stylesheets it has inserted
 * (`<style precedence>`).
 */
const CHANGING =
  /^(?:Error\.(?:stackTraceLimit|prepareStackTrace)$|process\.exitCode$|process\.title$|_?document\.__reactResources\$|_selection\.|_?history\.scrollRestoration$|_?(?:local|session)Storage\.)/;

const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';

/** Some of Node's globals are created on first access. */
const readLazyGlobals = () => {
  for (const key of ownKeys(globalThis)) void globalThis[key];
};

/** Lists globals, their values, and the prototypes of their constructors. */
const watchedObjects = () => {
  const found = [['', globalThis]];
  const add = (name, object) => {
    if (isObject(object) && !found.some(([, known]) => known === object)) found.push([name, object]);
  };
  for (const key of ownKeys(globalThis)) {
    if (typeof key !== 'string' || test(OWN_GLOBALS, key)) continue;
    const value = globalThis[key];
    add(key, value);
    if (isObject(value)) add(`${key}.prototype`, getOwnPropertyDescriptor(value, 'prototype')?.value);
  }
  const arrayIterator = getPrototypeOf([][Symbol.iterator]());
  add('ArrayIterator.prototype', arrayIterator);
  add('Iterator.prototype', getPrototypeOf(arrayIterator));
  add('TypedArray', getPrototypeOf(Uint8Array));
  add('TypedArray.prototype', getPrototypeOf(Uint8Array).prototype);
  add(
    'AsyncFunction.prototype',
    getPrototypeOf(async () => undefined),
  );
  return found;
};

const takeDown = (object) => {
  const keys = ownKeys(object);
  const properties = [];
  for (let index = 0; index < keys.length; index += 1)
    properties[index] = { key: keys[index], descriptor: getOwnPropertyDescriptor(object, keys[index]) };
  return properties;
};

/** Some windows list properties without a descriptor. */
const isSame = (a, b) =>
  (a === undefined && b === undefined) ||
  (a !== undefined && b !== undefined && is(a.value, b.value) && a.get === b.get && a.set === b.set);

const describeProperty = (owner, key) =>
  owner === '' ? toText(key) : typeof key === 'symbol' ? `${owner}[${toText(key)}]` : `${owner}.${key}`;

/** Libraries may add symbols, and the federation runtime its own names. */
const isAllowedAddition = (owner, key) => owner === '' && (typeof key === 'symbol' || test(OWN_GLOBALS, key));

const hasKey = (properties, key) => {
  for (let index = 0; index < properties.length; index += 1) if (properties[index].key === key) return true;
  return false;
};

/** Returns the names of changed, removed and added properties. */
const compare = (owner, object, before) => {
  const names = [];
  const keep = (key) => {
    const name = describeProperty(owner, key);
    if (!test(CHANGING, name)) names[names.length] = name;
  };
  for (let index = 0; index < before.length; index += 1) {
    const { key, descriptor } = before[index];
    if (!isSame(descriptor, getOwnPropertyDescriptor(object, key)) && !(owner === '' && test(OWN_GLOBALS, toText(key))))
      keep(key);
  }
  const keys = ownKeys(object);
  // With as many keys as before and no change found, none was added.
  if (keys.length === before.length && names.length === 0) return names;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index];
    if (!hasKey(before, key) && !isAllowedAddition(owner, key)) keep(key);
  }
  return names;
};

/**
 * Records the current globals.
 * @returns {() => string[]} a function that returns the names of what has changed since, such as "Array.prototype.map".
 */
const watchGlobals = () => {
  readLazyGlobals();
  const watched = watchedObjects().map(([owner, object]) => ({ owner, object, before: takeDown(object) }));
  return () => {
    const names = [];
    for (let index = 0; index < watched.length; index += 1) {
      const { owner, object, before } = watched[index];
      const changed = compare(owner, object, before);
      for (let other = 0; other < changed.length; other += 1) names[names.length] = changed[other];
    }
    return names;
  };
};

module.exports = { watchGlobals };
