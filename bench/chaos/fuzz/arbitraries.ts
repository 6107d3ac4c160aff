import fc from 'fast-check';
import type { JsonSchema, Operation } from './jsonSchema';

/** Existing values of the shop by field name: without them nearly every response would be a 404. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

export interface FuzzRequest {
  readonly operation: Operation;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The shopper who sends the request; undefined if signed out. */
  readonly shopper: number | undefined;
}

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff x',
  '%',
  '%00',
  '%ff',
  '../../etc/passwd',
  "' OR 1=1 --",
  '"; DROP TABLE orders; --',
  '$1',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'NaN',
  'null',
  '-1',
  '0',
  '1e308',
  '1e999',
  '99999999999999999999',
  '2147483648',
  '0x10',
  '1.5',
  '٣',
  '\u202e\u0000',
  '🧿'.repeat(50),
  'a'.repeat(5_000),
  '%'.repeat(200),
  '_%_%',
  '\\',
  '(((((((((a+)+)+',
  ',,,,',
  'a,b,,c',
];
const hostileText = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary', maxLength: 60 }));
const hostileNumber = fc.constantFrom(-1, -0, 0.1, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, Number.MIN_VALUE, 100, 51);
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    { constructor: { prototype: {} } },
    JSON.parse('{"__proto__":{"admin":true}}'),
  ),
);

const anyText = ({ pattern, minLength = 0, maxLength = 200 }: JsonSchema): fc.Arbitrary<string> => {
  const any =
    pattern === undefined
      ? fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) })
      : fc.stringMatching(new RegExp(pattern), { size: '-1' });
  // Truncate instead of filter: for some patterns short strings are too rare to find.
  return any.map((text) => text.slice(0, maxLength));
};

/** Values that the schema allows; fields with known values often get one of those. */
export const anyValid = (schema: JsonSchema, known: KnownValues, name = ''): fc.Arbitrary<unknown> => {
  const listed = known[name];
  const any = anyStructure(schema, known, name);
  return listed && listed.length > 0
    ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...listed) }, { weight: 1, arbitrary: any })
    : any;
};

const anyStructure = (schema: JsonSchema, known: KnownValues, name: string): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => anyValid(each, known, name)));
  if (schema.type === 'object') {
    const properties = Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, value]) => [key, anyValid(value, known, key)]),
    );
    return fc.record(properties, { requiredKeys: [...(schema.required ?? [])] });
  }
  if (schema.type === 'array')
    return fc.array(anyValid(schema.items ?? {}, known, name), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min(schema.maxItems ?? 5, (schema.minItems ?? 0) + 4),
    });
  if (schema.type === 'string') return anyText(schema);
  if (schema.type === 'integer') return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000 });
  if (schema.type === 'number')
    return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1_000, noNaN: true });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  return fc.jsonValue({ maxDepth: 1 });
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The value with one fault at the path `at`: removed, too large, or replaced.
 */
const spoil = (value: unknown, at: readonly number[], how: 'drop' | 'add' | 'replace', wrong: unknown): unknown => {
  const [step = 0, ...deeper] = at;
  if (Array.isArray(value) && value.length > 0)
    return value.map((each: unknown, index) =>
      index === step % value.length ? spoil(each, deeper, how, wrong) : each,
    );
  if (!isObject(value)) return wrong;
  if (how === 'add' && step % 2 === 0) return { ...value, unexpected: wrong };
  const keys = Object.keys(value);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return wrong;
  if (deeper.length > 0 && typeof value[key] === 'object' && value[key] !== null)
    return { ...value, [key]: spoil(value[key], deeper, how, wrong) };
  return how === 'drop'
    ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
    : { ...value, [key]: wrong };
};

const nearlyValid = (schema: JsonSchema, known: KnownValues): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      anyValid(schema, known),
      fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('drop', 'add', 'replace'),
      hostileValue,
    )
    .map(([value, at, how, wrong]) => spoil(value, at, how, wrong));

const brokenText = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"text"',
    '{"a":1',
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{}}}',
    '\ufeff{}',
    '['.repeat(2_000),
    `{"a":${'['.repeat(500)}${']'.repeat(500)}}`,
    'x'.repeat(70_000),
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

const anyBody = (schema: JsonSchema | undefined, known: KnownValues): fc.Arbitrary<string | undefined> => {
  const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value));
  if (!schema) return fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: json });
  return fc.oneof(
    { weight: 5, arbitrary: anyValid(schema, known).map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: nearlyValid(schema, known).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: json },
    { weight: 1, arbitrary: brokenText },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
};

/** Encodes like a browser; lone surrogates become U+FFFD. */
const encode = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

const rawAddress = fc.constantFrom(
  '%',
  '%zz',
  '%c0%ae',
  '%00',
  '..%2f..',
  '%e0%80%80',
  'a%2Fb',
  '*',
  ';a=b',
  '%25',
  'a'.repeat(300),
);

const anySegment = (schema: JsonSchema, known: KnownValues, name: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: anyValid(schema, known, name).map((value) => encode(String(value))) },
    { weight: 2, arbitrary: hostileText.map(encode) },
    { weight: 1, arbitrary: rawAddress },
  );

const anyQuery = ({ parameters }: Operation, known: KnownValues): fc.Arbitrary<string> => {
  const parts = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, schema }) => {
      const value = fc.oneof(
        { weight: 4, arbitrary: anyValid(schema, known, name).map((each) => encode(String(each))) },
        { weight: 2, arbitrary: hostileText.map(encode) },
        { weight: 1, arbitrary: rawAddress },
      );
      const part = value.map((text) => `${name}=${text}`);
      return required
        ? fc.oneof({ weight: 9, arbitrary: part }, { weight: 1, arbitrary: fc.constant('') })
        : fc.oneof(part, { weight: 2, arbitrary: fc.constant('') });
    });
  const unknown = fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('__proto__=1', 'unknown=1', '=', '&&&', 'q=a&q=b', 'page[]=1', 'store[$ne]=x'),
    },
  );
  return fc.tuple(...parts, unknown).map((all) => all.filter((part) => part !== '').join('&'));
};

const COOKIES = [
  'session',
  '__Host-session',
  'signed_in',
  'dev',
  'rst',
  'guest_orders',
  'google_flow',
  'storefront',
  'currency',
  '__proto__',
];
const headerText = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019-_.%"\\{}[]=,/ é\u00ff'), maxLength: 80 })
  .map((text) => text.trim());
const junkCookies = fc
  .array(
    fc.tuple(
      fc.constantFrom(...COOKIES),
      headerText.map((text) => text.replace(/[;, ]/g, '')),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((cookies) => cookies.map(([name, value]) => `${name}=${value}`).join('; '));

const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 8 });

const anyHeaders = (hasBody: boolean): fc.Arbitrary<Record<string, string>> =>
  fc
    .record({
      'content-type': hasBody
        ? fc.oneof(
            { weight: 15, arbitrary: fc.constant('application/json') },
            {
              weight: 1,
              arbitrary: fc.constantFrom(
                'application/json; charset=utf-16',
                'text/plain',
                'application/x-www-form-urlencoded',
                'multipart/form-data',
                'application/xml',
                ';',
              ),
            },
          )
        : fc.constant(undefined),
      'sec-fetch-site': fc.oneof(
        { weight: 12, arbitrary: fc.constant('same-origin') },
        { weight: 1, arbitrary: fc.constantFrom('cross-site', 'none', 'junk') },
      ),
      'idempotency-key': fc.oneof(
        { weight: 6, arbitrary: fc.uuid() },
        { weight: 1, arbitrary: headerText },
        { weight: 1, arbitrary: fc.constant('the-same-key-again-0') },
      ),
      // A separate address, so that rate limits by network do not respond for the operation.
      'x-forwarded-for': fc.oneof(
        { weight: 20, arbitrary: fc.ipV4() },
        { weight: 2, arbitrary: fc.ipV6() },
        { weight: 1, arbitrary: headerText },
      ),
      cookie: sometimes(junkCookies),
      authorization: sometimes(headerText.map((text) => `Bearer ${text}`)),
      origin: sometimes(fc.constantFrom('null', 'https://elsewhere.example', 'junk')),
      'if-none-match': sometimes(headerText),
      'x-request-id': sometimes(headerText),
      'accept-encoding': sometimes(headerText),
      traceparent: sometimes(headerText),
      range: sometimes(fc.constant('bytes=0-10')),
    })
    .map((headers) =>
      Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    );

/** Requests to one operation: valid, nearly valid, and hostile. */
export const requestTo = (operation: Operation, known: KnownValues, shoppers: number): fc.Arbitrary<FuzzRequest> => {
  const names = operation.parameters.filter((parameter) => parameter.in === 'path');
  const segments = fc.tuple(...names.map(({ name, schema }) => anySegment(schema, known, name)));
  return fc
    .tuple(
      segments,
      anyQuery(operation, known),
      anyBody(operation.body, known),
      fc.option(fc.nat(shoppers - 1), { nil: undefined, freq: 2 }),
    )
    .chain(([values, query, body, shopper]) => {
      const bare = names.reduce(
        (path, { name }, index) => path.replace(`{${name}}`, () => values[index] ?? ''),
        operation.path,
      );
      return anyHeaders(body !== undefined).map((headers) => ({
        operation,
        path: query === '' ? bare : `${bare}?${query}`,
        headers,
        body,
        shopper,
      }));
    });
};
