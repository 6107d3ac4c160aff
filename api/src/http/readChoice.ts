import type { TLiteral, TUnion } from '@sinclair/typebox';
import { ShopError } from './ShopError';

/** @throws {ShopError} INVALID_REQUEST with the field. */
export const refuseField = (field: string, message: string): never => {
  throw new ShopError('INVALID_REQUEST', { fields: { [field]: message } });
};

/** Returns one of some values, null for none. @throws {ShopError} INVALID_REQUEST. */
export const readChoice = <Value extends string>(
  field: string,
  text: string | undefined,
  values: readonly Value[],
): Value | null => {
  if (text === undefined || text === '') return null;
  return values.find((value) => value === text) ?? refuseField(field, `One of ${values.join(', ')}.`);
};

/** Returns the values of a union of literals. */
export const listValues = <Value extends string>(union: TUnion<TLiteral<Value>[]>): Value[] =>
  union.anyOf.map((literal) => literal.const);
