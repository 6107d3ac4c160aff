/** The largest sizes that a schema allows anywhere in it. */
export interface Bounds {
  readonly items: number;
  readonly letters: number;
  readonly names: ReadonlySet<string>;
}

/** Fixed words of a schema are shorter. */
const LEAST_LETTERS = 256;
/** Unknown properties that are kept to be told of. */
const MAX_UNKNOWN = 50;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const numbersOf = (schema: unknown, keyword: string): number[] => {
  if (Array.isArray(schema)) return schema.flatMap((part) => numbersOf(part, keyword));
  if (!isObject(schema)) return [];
  const own = schema[keyword];
  return [
    ...(typeof own === 'number' ? [own] : []),
    ...Object.values(schema).flatMap((part) => numbersOf(part, keyword)),
  ];
};

const namesOf = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(namesOf);
  if (!isObject(schema)) return [];
  const own = schema['properties'];
  return [...(isObject(own) ? Object.keys(own) : []), ...Object.values(schema).flatMap(namesOf)];
};

export const readBounds = (schema: object): Bounds => ({
  items: Math.max(0, ...numbersOf(schema, 'maxItems')),
  letters: Math.max(LEAST_LETTERS, ...numbersOf(schema, 'maxLength')),
  names: new Set(namesOf(schema)),
});

const cutObject = (value: object, bounds: Bounds): object => {
  const kept: [string, unknown][] = [];
  let unknown = 0;
  for (const [name, part] of Object.entries(value)) {
    if (!bounds.names.has(name) && (unknown += 1) > MAX_UNKNOWN) continue;
    kept.push([name, cutToBounds(part, bounds)]);
  }
  return Object.fromEntries(kept);
};

/**
 * A copy in which whatever is too large still is, but only just. Recurses as deep as the value, which is bounded before
 * (requireWellFormedBodies).
 */
export const cutToBounds = (value: unknown, bounds: Bounds): unknown => {
  // A letter of a schema's limit is one or two units of a string.
  if (typeof value === 'string') return value.slice(0, 2 * (bounds.letters + 1));
  if (Array.isArray(value)) return value.slice(0, bounds.items + 1).map((part: unknown) => cutToBounds(part, bounds));
  return typeof value === 'object' && value !== null ? cutObject(value, bounds) : value;
};
