/** What the shell and other remotes call, with its prototype. Names that this browser lacks are skipped. */
const NAMES =
  'Array Date Document Element Event EventTarget Function Headers History HTMLElement JSON Map Node Number Object Promise RegExp Response Set Storage String URL URLSearchParams'.split(
    ' ',
  );

/** An object as it was: its name, such as "Array.prototype" (empty for the window), and its properties. */
export interface RecordedObject {
  readonly name: string;
  readonly object: object;
  readonly properties: Readonly<Record<PropertyKey, PropertyDescriptor>>;
}

/** The built-in functions from before the first remote, and those that compare them later. */
export interface Intrinsics {
  readonly reflect: Pick<typeof Reflect, 'ownKeys' | 'getOwnPropertyDescriptor' | 'defineProperty' | 'deleteProperty'>;
  readonly is: typeof Object.is;
  readonly objects: readonly RecordedObject[];
}

const record = (name: string, object: unknown): RecordedObject[] =>
  Object(object) === object
    ? [{ name, object: object as object, properties: Object.getOwnPropertyDescriptors(object) }]
    : [];

/** Records the built-in functions of the page. Call it before a remote is loaded, which could change them. */
export const recordIntrinsics = (): Intrinsics => {
  const { ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty } = Reflect;
  return {
    reflect: { ownKeys, getOwnPropertyDescriptor, defineProperty, deleteProperty },
    is: Object.is,
    objects: [
      ...record('', window),
      ...NAMES.flatMap((name) => {
        const value = (window as unknown as Record<string, { readonly prototype?: unknown } | undefined>)[name];
        return [...record(name, value), ...record(`${name}.prototype`, value?.prototype)];
      }),
    ],
  };
};
