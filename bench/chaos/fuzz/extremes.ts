import { MAX_BODY_BYTES } from '@shop/contracts';
import fc from 'fast-check';
import { anyValid, type FuzzRequest, type KnownValues } from './arbitraries';
import type { JsonSchema, Operation } from './jsonSchema';

/** Strings that cause backtracking: one of these repeated, then a character that matches no pattern. */
const UNITS = ['a', ' ', '0', 'a.', 'a@', '-', '\u00a0'];
const ENDINGS = ['\n', '!', '@'];
const LEVELS = 20_000;
const ENTRIES: readonly unknown[] = [0, {}, [], null, 'a', { a: 1, b: 2 }];
/** Node limits the request line and headers to 16 KB. */
const ADDRESS_BYTES = 14_000;

type Path = readonly (string | number)[];

interface Place {
  readonly path: Path;
  readonly schema: JsonSchema;
}

const listPlaces = (schema: JsonSchema, path: Path = []): Place[] => {
  const inside = [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => listPlaces(part, [...path, name])),
    ...(schema.anyOf ?? []).flatMap((part) => listPlaces(part, path)),
  ];
  return schema.type === 'array'
    ? [{ path, schema }, ...listPlaces(schema.items ?? {}, [...path, 0])]
    : schema.type === 'string'
      ? [{ path, schema }]
      : inside;
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy with the value at the path replaced. */
const put = (value: unknown, [step, ...rest]: Path, wanted: unknown): unknown => {
  if (step === undefined) return wanted;
  if (typeof step === 'number') return [put(Array.isArray(value) ? value[step] : undefined, rest, wanted)];
  return { ...(isRecord(value) ? value : {}), [step]: put(isRecord(value) ? value[step] : undefined, rest, wanted) };
};

const countBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
const repeatToLimit = (base: unknown, path: Path, unit: string, ending: string): string =>
  unit.repeat(
    Math.max(1, Math.floor((MAX_BODY_BYTES - countBytes(put(base, path, ending))) / (countBytes(unit) - 2))),
  ) + ending;
const entriesToLimit = (base: unknown, path: Path, entry: unknown): unknown[] =>
  Array.from(
    { length: Math.floor((MAX_BODY_BYTES - countBytes(put(base, path, []))) / (countBytes(entry) + 1)) },
    () => entry,
  );

const textsFor = (base: unknown, { path, schema: { maxLength = 100 } }: Place): unknown[] => [
  ...UNITS.flatMap((unit) => ENDINGS.map((ending) => repeatToLimit(base, path, unit, ending))),
  ...UNITS.map((unit) => unit.repeat(maxLength).slice(0, maxLength)),
];

const listsFor = (
  base: unknown,
  { path, schema: { items = {}, maxItems = 100 } }: Place,
  known: KnownValues,
): unknown[] => {
  const [valid] = fc.sample(anyValid(items, known), { numRuns: 1, seed: 1 });
  return [maxItems, maxItems + 1]
    .map((length) => Array.from({ length }, () => valid))
    .concat([...ENTRIES, valid].map((entry) => entriesToLimit(base, path, entry)));
};

const nested = (open: string, close: string): string => open.repeat(LEVELS) + close.repeat(LEVELS);
const WHOLE_BODIES = [
  nested('[', ']'),
  nested('{"a":', '}').replace('}', '0}').slice(0, MAX_BODY_BYTES),
  `{"items":${nested('[', ']')}}`,
  `{${Array.from({ length: 5_500 }, (_, n) => `"k${n}":0`).join(',')}}`,
  `{"${'a'.repeat(MAX_BODY_BYTES - 10)}":0}`,
  `[${'0,'.repeat(30_000)}0]`,
  ' '.repeat(MAX_BODY_BYTES),
  'x'.repeat(MAX_BODY_BYTES + 1),
  'x'.repeat(MAX_BODY_BYTES * 6),
];

function* bodiesFor({ body }: Operation, known: KnownValues): Generator<string> {
  yield* WHOLE_BODIES;
  if (!body) return;
  const [base] = fc.sample(anyValid(body, known), { numRuns: 1, seed: 1 });
  for (const place of listPlaces(body)) {
    const values = place.schema.type === 'array' ? listsFor(base, place, known) : textsFor(base, place);
    for (const value of values) yield JSON.stringify(put(base, place.path, value));
  }
}

function* queriesFor({ parameters }: Operation): Generator<string> {
  for (const { name } of parameters.filter((parameter) => parameter.in === 'query')) {
    for (const unit of ['a', '0', '%20', ',', 'a,', '%25', '%F0%9F%A7%BF', 'a+'])
      yield `${name}=${unit.repeat(ADDRESS_BYTES / unit.length)}`;
    yield `${name}=a&`.repeat(ADDRESS_BYTES / (name.length + 3));
  }
  yield 'a=b&'.repeat(ADDRESS_BYTES / 4);
  yield Array.from({ length: ADDRESS_BYTES / 7 }, (_, n) => `${n}=1`)
    .join('&')
    .slice(0, ADDRESS_BYTES);
}

/** Client address of a request, so that rate limits by network do not interfere. */
const toNetwork = (number: number): string =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}, 127.0.0.1`;

const HEADERS: readonly (readonly [string, string])[] = [
  ['if-none-match', '"a",'.repeat(3_500)],
  ['cookie', 'a=b; '.repeat(2_800)],
  ['cookie', `sid=${'%20'.repeat(4_500)}`],
  ['accept-encoding', 'gzip;q=0.1,'.repeat(1_200)],
  ['authorization', `Bearer ${' '.repeat(14_000)}a`],
  ['x-request-id', 'a'.repeat(14_000)],
  ['traceparent', '0'.repeat(14_000)],
  ['user-agent', 'Mozilla/5.0 ('.repeat(1_000)],
  ['idempotency-key', 'a'.repeat(14_000)],
];

/**
 * Values at and beyond the maximum size, length, count and depth, for every place of the operation.
 */
export function* generateExtremes(operation: Operation, known: KnownValues): Generator<FuzzRequest> {
  let number = 0;
  const values = known['id'] ?? [];
  const path = operation.path.replace(/\{\w+\}/g, () =>
    encodeURIComponent(typeof values[0] === 'string' ? values[0] : 'a'),
  );
  const request = (more: Partial<FuzzRequest>, headers: Readonly<Record<string, string>> = {}): FuzzRequest => ({
    operation,
    path,
    body: undefined,
    shopper: undefined,
    ...more,
    headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': toNetwork((number += 1)), ...headers },
  });
  for (const query of queriesFor(operation)) yield request({ path: `${path}?${query}` });
  for (const [name, value] of HEADERS) yield request({}, { [name]: value });
  if (operation.method === 'GET') return;
  for (const body of bodiesFor(operation, known))
    yield request(
      { body },
      { 'content-type': 'application/json', 'idempotency-key': `extreme-${String(number).padStart(12, '0')}` },
    );
}
