import type { RecordedObject } from './intrinsics';

/** New properties of these would show up in every loop over an object. */
const CLOSED = ['Object.prototype', 'Array.prototype'];

const describe = (owner: string, key: PropertyKey): string => {
  const name = typeof key === 'symbol' ? '[symbol]' : `${key}`;
  return owner === '' ? name : `${owner}.${name}`;
};

const isFunction = (property: PropertyDescriptor | undefined): boolean => typeof property?.value === 'function';

/** Of the window, only functions such as fetch count: the rest is its state. Tools change values such as a limit. */
const isWatched = (owner: string, before: PropertyDescriptor | undefined): boolean =>
  isFunction(before) || (owner !== '' && (before?.get ?? before?.set) !== undefined);

const findChanged = ({ name, object, properties }: RecordedObject): string[] =>
  Reflect.ownKeys(properties)
    .filter((key) => {
      const [before, now] = [properties[key], Reflect.getOwnPropertyDescriptor(object, key)];
      return (
        isWatched(name, before) &&
        (before?.value !== now?.value || before?.get !== now?.get || before?.set !== now?.set)
      );
    })
    .map((key) => describe(name, key));

const findAdded = ({ name, object, properties }: RecordedObject): string[] =>
  CLOSED.includes(name)
    ? Reflect.ownKeys(object)
        .filter((key) => !Object.hasOwn(properties, key))
        .map((key) => describe(name, key))
    : [];

/** Returns the names of the built-in functions that differ from what was recorded, such as "Array.prototype.map". */
export const findChangedIntrinsics = (recorded: readonly RecordedObject[]): string[] =>
  recorded.flatMap((one) => [...findChanged(one), ...findAdded(one)]);
