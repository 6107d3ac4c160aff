import type { Intrinsics, RecordedObject } from './intrinsics';

/** Methods that a property of the object itself would hide, such as `document.querySelector = …`. */
const CALLED = [
  ['document', ['querySelector', 'querySelectorAll', 'getElementById', 'createElement', 'addEventListener']],
  ['history', ['pushState', 'replaceState', 'go', 'back', 'forward']],
  ['navigator', ['sendBeacon']],
] as const;
/** New properties of these would show up in every loop over an object. */
const CLOSED = ['Object.prototype', 'Array.prototype'];

const describe = (owner: string, key: PropertyKey): string => {
  const name = typeof key === 'symbol' ? '[symbol]' : `${key}`;
  return owner === '' ? name : `${owner}.${name}`;
};

/**
 * Restores the built-in functions that have changed since they were recorded, calling none that could have been.
 * @returns the names of those that had changed, such as "Array.prototype.map".
 */
export const restoreIntrinsics = ({ reflect, is, objects }: Intrinsics): string[] => {
  const names: string[] = [];
  const add = (owner: string, key: PropertyKey): void => {
    names[names.length] = describe(owner, key);
  };
  const isSame = (before: PropertyDescriptor, now: PropertyDescriptor | undefined): boolean =>
    now !== undefined && is(before.value, now.value) && before.get === now.get && before.set === now.set;

  const restoreChanged = ({ name, object, properties }: RecordedObject): void => {
    const keys = reflect.ownKeys(properties);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      const before = key === undefined ? undefined : reflect.getOwnPropertyDescriptor(properties, key)?.value;
      if (key === undefined || before === undefined) continue;
      // Of the window, only functions such as fetch: the rest is its state, or of development tools.
      const isWatched =
        name !== '' ||
        (typeof key === 'string' && typeof before.value === 'function' && key[0] !== '_' && key[0] !== '$');
      if (!isWatched || isSame(before, reflect.getOwnPropertyDescriptor(object, key))) continue;
      add(name, key);
      reflect.defineProperty(object, key, before);
    }
  };

  const removeAdded = (recorded: RecordedObject): void => {
    if (recorded.name !== CLOSED[0] && recorded.name !== CLOSED[1]) return;
    const keys = reflect.ownKeys(recorded.object);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      if (key === undefined || reflect.getOwnPropertyDescriptor(recorded.properties, key) !== undefined) continue;
      add(recorded.name, key);
      reflect.deleteProperty(recorded.object, key);
    }
  };

  const removeShadows = (name: 'document' | 'history' | 'navigator', methods: readonly string[]): void => {
    for (let index = 0; index < methods.length; index += 1) {
      const key = methods[index] ?? '';
      if (reflect.getOwnPropertyDescriptor(window[name], key) === undefined) continue;
      add(name, key);
      reflect.deleteProperty(window[name], key);
    }
  };

  for (let index = 0; index < objects.length; index += 1) {
    const recorded = objects[index];
    if (!recorded) continue;
    restoreChanged(recorded);
    removeAdded(recorded);
  }
  for (let index = 0; index < CALLED.length; index += 1) {
    const called = CALLED[index];
    if (called) removeShadows(called[0], called[1]);
  }
  return names;
};
