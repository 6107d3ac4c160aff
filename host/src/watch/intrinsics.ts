/** What the shell and other remotes call, with its prototype. Names that this browser lacks are skipped. */
const NAMES =
  'AbortController Array Date Document Element Error Event EventTarget Function Headers History HTMLElement IntersectionObserver Intl JSON Map MutationObserver Node Number Object Promise RegExp Request Response Set Storage String Symbol URL URLSearchParams WeakMap'.split(
    ' ',
  );

/** An object as it was: its name, such as "Array.prototype" (empty for the window), and its properties. */
export interface RecordedObject {
  readonly name: string;
  readonly object: object;
  readonly properties: Readonly<Record<PropertyKey, PropertyDescriptor | undefined>>;
}

const record = (name: string, object: object | undefined): RecordedObject[] =>
  object ? [{ name, object, properties: Object.getOwnPropertyDescriptors(object) }] : [];

/**
 * Records the window's functions and the constructors that are named above. The window has a thousand other
 * constructors, which a browser makes when they are first looked at: a tenth of a second on a slow phone.
 */
const recordWindow = (): RecordedObject => ({
  name: '',
  object: window,
  properties: Object.fromEntries(
    [...Object.getOwnPropertyNames(window).filter((name) => /^(?!on)[a-z]/.test(name)), ...NAMES].map((name) => [
      name,
      Object.getOwnPropertyDescriptor(window, name),
    ]),
  ),
});

/** Records the built-in functions of the page. Call it before a remote is loaded, which could change them. */
export const recordIntrinsics = (): readonly RecordedObject[] => [
  recordWindow(),
  ...NAMES.flatMap((name) => {
    const value = (window as unknown as Record<string, { readonly prototype?: object } | undefined>)[name];
    return [...record(name, value), ...record(`${name}.prototype`, value?.prototype)];
  }),
];
