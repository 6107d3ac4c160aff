/** What the shell and other remotes call. A prototype of something that this browser lacks is skipped. */
const PROTOTYPES =
  'Array Date Document Element Event EventTarget Function Headers History HTMLElement Map Node Number Object Promise RegExp Response Set Storage String URL URLSearchParams'.split(
    ' ',
  );
const NAMESPACES = ['Array', 'JSON', 'Number', 'Object', 'Promise'];

interface Property {
  readonly key: PropertyKey;
  readonly descriptor: PropertyDescriptor;
}

/** An object as it was: its name, such as "Array.prototype" (empty for the window), and properties. */
export interface RecordedObject {
  readonly name: string;
  readonly object: object;
  readonly properties: readonly Property[];
}

/** The built-in functions from before the first remote, and those that compare them later. */
export interface Intrinsics {
  readonly reflect: Pick<typeof Reflect, 'ownKeys' | 'getOwnPropertyDescriptor' | 'defineProperty' | 'deleteProperty'>;
  readonly is: typeof Object.is;
  readonly objects: readonly RecordedObject[];
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

const record = (name: string, object: unknown): RecordedObject[] =>
  isObject(object)
    ? [
        {
          name,
          object,
          properties: Reflect.ownKeys(object).flatMap((key) => {
            const descriptor = Reflect.getOwnPropertyDescriptor(object, key);
            return descriptor ? [{ key, descriptor }] : [];
          }),
        },
      ]
    : [];

/** Records the built-in functions of the page. Call it before a remote is loaded, which could change them. */
export const recordIntrinsics = (): Intrinsics => {
  const { ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty } = Reflect;
  const read = (name: string): unknown => Reflect.get(window, name);
  return {
    reflect: { ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty },
    is: Object.is,
    objects: [
      ...record('', window),
      ...PROTOTYPES.flatMap((name) => {
        const constructor = read(name);
        return isObject(constructor) ? record(`${name}.prototype`, Reflect.get(constructor, 'prototype')) : [];
      }),
      ...NAMESPACES.flatMap((name) => record(name, read(name))),
    ],
  };
};
