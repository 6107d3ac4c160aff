/**
 * Plain JavaScript, because renderers have no compiler.
 *
 * Freezes JavaScript's built-ins, so that a release that assigns to Array.prototype.map throws (in sloppy mode the
 * assignment is ignored) and cannot affect other pages. Not frozen, but compared after each page (watchGlobals), are
 * Object, Function and Error, whose methods libraries shadow by assignment (an own `toString` could no longer be
 * assigned), and RegExp, whose methods V8 optimizes only while they are untouched.
 */
const FROZEN = [
  'Array',
  'ArrayBuffer',
  'Atomics',
  'BigInt',
  'Boolean',
  'DataView',
  'Date',
  'FinalizationRegistry',
  'Intl',
  'JSON',
  'Map',
  'Math',
  'Number',
  'Promise',
  'Proxy',
  'Reflect',
  'Set',
  'SharedArrayBuffer',
  'String',
  'Symbol',
  'WeakMap',
  'WeakRef',
  'WeakSet',
  'Float32Array',
  'Float64Array',
  'Int8Array',
  'Int16Array',
  'Int32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Uint16Array',
  'Uint32Array',
  'BigInt64Array',
  'BigUint64Array',
];

const { freeze, getPrototypeOf } = Object;

/** Call once, before code of other teams is loaded. */
const freezeIntrinsics = () => {
  for (const name of FROZEN) {
    const intrinsic = globalThis[name];
    freeze(intrinsic);
    if (typeof intrinsic === 'function' && intrinsic.prototype) freeze(intrinsic.prototype);
  }
  const arrayIterator = getPrototypeOf([][Symbol.iterator]());
  for (const hidden of [
    arrayIterator,
    getPrototypeOf(arrayIterator),
    getPrototypeOf(new Map().entries()),
    getPrototypeOf(new Set().values()),
    getPrototypeOf(''[Symbol.iterator]()),
    getPrototypeOf(Uint8Array),
    getPrototypeOf(Uint8Array).prototype,
  ])
    freeze(hidden);
};

module.exports = { freezeIntrinsics };
