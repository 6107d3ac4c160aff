/**
 * Plain JavaScript: read by renderers, which have no compiler.
 *
 * What the language gives to everybody cannot be changed any more: a release that assigns to Array.prototype.map throws
 * (in sloppy mode the assignment does nothing), and no other page runs with it. Left out, and compared after each page
 * instead (watchGlobals), is what libraries shadow by assignment (Object, Function, Error: a `toString` of one's own
 * could not be assigned any more), and RegExp, whose methods V8 runs fast only as long as nothing about them was
 * touched.
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

/** Call once, before another team's code is loaded. */
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
