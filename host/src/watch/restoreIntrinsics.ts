import type { Intrinsics, RecordedObject } from './intrinsics';

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
    for (let index = 0; index < properties.length; index += 1) {
      const property = properties[index];
      // Of the window, only functions such as fetch: the rest is its state, or of development tools.
      const isWatched =
        property &&
        (name !== '' ||
          (typeof property.key === 'string' &&
            typeof property.descriptor.value === 'function' &&
            property.key[0] !== '_' &&
            property.key[0] !== '$'));
      if (!isWatched || isSame(property.descriptor, reflect.getOwnPropertyDescriptor(object, property.key))) continue;
      add(name, property.key);
      reflect.defineProperty(object, property.key, property.descriptor);
    }
  };

  const hasProperty = ({ properties }: RecordedObject, key: PropertyKey): boolean => {
    for (let index = 0; index < properties.length; index += 1) if (properties[index]?.key === key) return true;
    return false;
  };
  const removeAdded = (recorded: RecordedObject): void => {
    if (recorded.name !== CLOSED[0] && recorded.name !== CLOSED[1]) return;
    const keys = reflect.ownKeys(recorded.object);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      if (key === undefined || hasProperty(recorded, key)) continue;
      add(recorded.name, key);
      reflect.deleteProperty(recorded.object, key);
    }
  };

  /** A property of its own, such as `document.querySelector = …`, hides the prototype's. */
  const removeShadows = (name: string, object: object): void => {
    const prototype = reflect.getPrototypeOf(object) ?? {};
    const keys = reflect.ownKeys(object);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      if (key === undefined || key === 'location' || !reflect.has(prototype, key)) continue;
      add(name, key);
      reflect.deleteProperty(object, key);
    }
  };

  for (let index = 0; index < objects.length; index += 1) {
    const recorded = objects[index];
    if (!recorded) continue;
    restoreChanged(recorded);
    removeAdded(recorded);
  }
  removeShadows('document', document);
  removeShadows('history', history);
  removeShadows('navigator', navigator);
  return names;
};
