import { KindGuard, type TSchema, type TString } from '@sinclair/typebox';
import { Check, Create } from '@sinclair/typebox/value';

/** Example texts by field name, for fields that pages format or display. */
const TEXTS: readonly (readonly [name: RegExp, text: string])[] = [
  [/(^at|_at|_until|_after|date|time)$/i, '2026-11-21T12:00:00Z'],
  [/^delivery$/i, '2026-11-27 08:00'],
  [/image|logo/i, ''],
  [/url$/i, 'https://pay.example/session'],
  [/email/i, 'ada@example.com'],
  [/phone/i, '+1 212 555 0100'],
  [/otp/i, '123456'],
  [/password/i, 'correct horse'],
  [/key/i, 'example-key-0001'],
];
/** Candidates for other patterns and lengths, tried in order. */
const PLAIN_TEXTS = [
  'text',
  '1',
  'ada@example.com',
  '+1 212 555 0100',
  '123456',
  '2026-11-21',
  'own:ring',
  '/about',
  'correct horse',
  '/media/text.webp',
];

const createExampleText = (schema: TString, name: string): string => {
  const meant = TEXTS.find(([pattern]) => pattern.test(name))?.[1];
  const text = [meant, ...PLAIN_TEXTS].find((candidate) => Check(schema, candidate));
  if (text === undefined)
    throw new Error(`There is no example for "${name}" ${JSON.stringify(schema)}: add one to createExample.ts`);
  return text;
};

/**
 * Creates a valid value for a schema. It includes all optional properties and at least one entry per list, so that
 * pages have something to show.
 */
export const createExample = (schema: TSchema, name = ''): unknown => {
  if (KindGuard.IsObject(schema))
    return Object.fromEntries(Object.entries(schema.properties).map(([key, part]) => [key, createExample(part, key)]));
  if (KindGuard.IsArray(schema))
    return Array.from({ length: Math.max(1, schema.minItems ?? 0) }, () => createExample(schema.items, name));
  if (KindGuard.IsIntersect(schema))
    // contracts only intersect objects
    return Object.fromEntries(schema.allOf.flatMap((part) => Object.entries(createExample(part) as object)));
  if (KindGuard.IsUnion(schema) && schema.anyOf[0]) return createExample(schema.anyOf[0], name);
  if (KindGuard.IsString(schema)) return createExampleText(schema, name);
  return Create(schema);
};
