/** The largest sizes that a schema allows anywhere in it. */
export interface Bounds {
  readonly items: number;
  readonly length: number;
  readonly names: ReadonlySet<string>;
}

/** Longer than any constant in a schema. */
const MIN_LENGTH = 256;
/** Unknown properties that are kept, so that they can be reported. */
const MAX_UNKNOWN_PROPERTIES = 50;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const collectNumbers = (schema: unknown, keyword: string): number[] => {
  if (Array.isArray(schema)) return schema.flatMap((part) => collectNumbers(part, keyword));
  if (!isObject(schema)) return [];
  const own = schema[keyword];
  return [
    ...(typeof own === 'number' ? [own] : []),
    ...Object.values(schema).flatMap((part) => collectNumbers(part, keyword)),
  ];
};

const collectPropertyNames = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(collectPropertyNames);
  if (!isObject(schema)) return [];
  const own = schema['properties'];
  return [...(isObject(own) ? Object.keys(own) : []), ...Object.values(schema).flatMap(collectPropertyNames)];
};

export const readBounds = (schema: object): Bounds => ({
  items: Math.max(0, ...collectNumbers(schema, 'maxItems')),
  length: Math.max(MIN_LENGTH, ...collectNumbers(schema, 'maxLength')),
  names: new Set(collectPropertyNames(schema)),
});

const cutObject = (value: object, bounds: Bounds): object => {
  const source = value as Readonly<Record<string, unknown>>;
  const kept: [string, unknown][] = [];
  let unknown = 0;
  // JSON.parse creates objects without inherited names.
  for (const name in source) {
    if (bounds.names.has(name)) continue;
    unknown += 1;
    if (unknown > MAX_UNKNOWN_PROPERTIES) break;
    kept.push([name, cutToBounds(source[name], bounds)]);
  }
  // Looked up by name: a body may have thousands of unknown fields.
  for (const name of bounds.names)
    if (Object.hasOwn(source, name)) kept.push([name, cutToBounds(source[name], bounds)]);
  return Object.fromEntries(kept);
};

/**
 * Returns a copy cut to just above the schema's limits, so that a value that is too large still is. The recursion is
 * bounded by requireWellFormedBodies.
 */
export const cutToBounds = (value: unknown, bounds: Bounds): unknown => {
  // A schema counts code points, each of which is one or two UTF-16 units.
  if (typeof value === 'string') return value.slice(0, 2 * (bounds.length + 1));
  if (Array.isArray(value)) return value.slice(0, bounds.items + 1).map((part: unknown) => cutToBounds(part, bounds));
  return typeof value === 'object' && value !== null ? cutObject(value, bounds) : value;
};
