// Captured before any remote is loaded. Nothing here may call a method that a remote could replace later.
const { ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty, has } = Reflect;
const { is } = Object;

/** What the shell and other remotes call. A prototype of something that this browser lacks is skipped. */
const PROTOTYPES =
  'Array Date Document Element Event EventTarget Function Headers History HTMLElement Map Node Number Object Promise RegExp Response Set Storage String URL URLSearchParams'.split(
    ' ',
  );
const NAMESPACES = ['Array', 'JSON', 'Number', 'Object', 'Promise'];
/** Objects of the page that could get a property of their own in front of their prototype's. */
const INSTANCES = ['document', 'history', 'navigator'];
/** New properties of these would show up in every loop over an object. */
const CLOSED = ['Object.prototype', 'Array.prototype'];
/** Names of development tools, which replace theirs. */
const TOOLS = /^[$_]/;

interface Property {
  readonly key: PropertyKey;
  readonly descriptor: PropertyDescriptor;
}

interface Recorded {
  readonly name: string;
  readonly object: object;
  readonly properties: readonly Property[];
  /** Whether properties that were added later are removed. */
  readonly isClosed: boolean;
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

const record = (name: string, object: object, isClosed: boolean): Recorded => {
  const properties = ownKeys(object).flatMap((key) => {
    const descriptor = getOwnPropertyDescriptor(object, key);
    return descriptor ? [{ key, descriptor }] : [];
  });
  return { name, object, properties, isClosed };
};

/** The window's own functions, such as fetch and setTimeout. */
const recordFunctions = (): Recorded => {
  const { properties, ...all } = record('', window, false);
  return {
    ...all,
    properties: properties.filter(
      ({ key, descriptor }) => typeof key === 'string' && typeof descriptor.value === 'function' && !TOOLS.test(key),
    ),
  };
};

const recordAll = (): Recorded[] => {
  const read = (name: string): unknown => Reflect.get(window, name);
  const recorded = [recordFunctions()];
  const add = (name: string, value: unknown): void => {
    if (isObject(value)) recorded.push(record(name, value, CLOSED.includes(name)));
  };
  for (const name of PROTOTYPES) {
    const constructor = read(name);
    if (isObject(constructor)) add(`${name}.prototype`, Reflect.get(constructor, 'prototype'));
  }
  for (const name of NAMESPACES) add(name, read(name));
  return recorded;
};

const isSame = (before: PropertyDescriptor, now: PropertyDescriptor | undefined): boolean =>
  now !== undefined && is(before.value, now.value) && before.get === now.get && before.set === now.set;

const describe = (owner: string, key: PropertyKey): string => {
  const name = typeof key === 'symbol' ? '[symbol]' : `${key}`;
  return owner === '' ? name : `${owner}.${name}`;
};

const hasProperty = (properties: readonly Property[], key: PropertyKey): boolean => {
  for (let index = 0; index < properties.length; index += 1) if (properties[index]?.key === key) return true;
  return false;
};

/**
 * Records the built-in functions of the page.
 * @returns a function that restores what has changed since, and returns its names, such as "Array.prototype.map".
 */
export const recordIntrinsics = (): (() => string[]) => {
  const recorded = recordAll();
  const instances = INSTANCES.map((name) => ({ name, object: Reflect.get(window, name) as unknown }));
  let names: string[] = [];
  const add = (owner: string, key: PropertyKey): void => {
    names[names.length] = describe(owner, key);
  };

  const restoreChanged = ({ name, object, properties }: Recorded): void => {
    for (let index = 0; index < properties.length; index += 1) {
      const property = properties[index];
      if (!property || isSame(property.descriptor, getOwnPropertyDescriptor(object, property.key))) continue;
      add(name, property.key);
      defineProperty(object, property.key, property.descriptor);
    }
  };

  const removeAdded = ({ name, object, properties, isClosed }: Recorded): void => {
    if (!isClosed) return;
    const keys = ownKeys(object);
    if (keys.length === properties.length) return;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      if (key === undefined || hasProperty(properties, key)) continue;
      add(name, key);
      deleteProperty(object, key);
    }
  };

  /** A property of its own, such as `document.querySelector = …`, hides the prototype's. */
  const removeShadows = (name: string, object: unknown): void => {
    if (!isObject(object)) return;
    const prototype = Object.getPrototypeOf(object) as object;
    const keys = ownKeys(object);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      if (key === undefined || key === 'location' || !has(prototype, key)) continue;
      add(name, key);
      deleteProperty(object, key);
    }
  };

  return () => {
    names = [];
    for (let index = 0; index < recorded.length; index += 1) {
      const one = recorded[index];
      if (!one) continue;
      restoreChanged(one);
      removeAdded(one);
    }
    for (let index = 0; index < instances.length; index += 1) {
      const one = instances[index];
      if (one) removeShadows(one.name, one.object);
    }
    return names;
  };
};
