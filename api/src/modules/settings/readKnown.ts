import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';

/**
 * Returns what this release knows of a stored value, without the fields that a newer one has added: a closed shop stays
 * closed, and money goes where staff have said. Null for what is written in another way.
 */
export const readKnown = <Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> | null => {
  const known = Value.Clean(schema, Value.Clone(value));
  return Value.Check(schema, known) ? known : null;
};
