import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { SORTS, type ListingSort } from './sorts';

const Cursor = Type.Object({
  sort: Type.String(),
  key: Type.Array(
    Type.Union([Type.String({ maxLength: 200 }), Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 })]),
  ),
});
type Cursor = Static<typeof Cursor>;
export type CursorKey = Cursor['key'];

/** Encodes a row's position in a sort as an opaque cursor. */
export const encodeCursor = (sort: ListingSort, key: CursorKey): string =>
  Buffer.from(JSON.stringify({ sort, key })).toString('base64url');

/** As PostgreSQL writes a timestamptz into JSON. */
const TIMESTAMP = /^(?!0000)(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,6})?[+-](?:0\d|1[0-4]):[0-5]\d$/;

/** Stricter than `Date.parse`, which accepts what PostgreSQL refuses, such as February 31. */
const isTimestamp = (text: string): boolean => {
  const [, year, month, day] = TIMESTAMP.exec(text) ?? [];
  return (
    !Number.isNaN(Date.parse(text)) &&
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
  );
};

const hasType = (value: string | number | undefined, type: 'integer' | 'text' | 'timestamptz'): boolean => {
  if (type === 'integer') return typeof value === 'number';
  return typeof value === 'string' && !value.includes('\0') && (type === 'text' || isTimestamp(value));
};

/** Decodes a cursor. Returns null if it is missing, invalid or of another sort. */
export const decodeCursor = (text: string | undefined, sort: ListingSort): CursorKey | null => {
  if (!text) return null;
  try {
    const cursor: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    const { keys } = SORTS[sort];
    if (!Check(Cursor, cursor) || cursor.sort !== sort || cursor.key.length !== keys.length) return null;
    return keys.every(({ type }, index) => hasType(cursor.key[index], type)) ? cursor.key : null;
  } catch {
    return null; // not JSON
  }
};
