import { Ajv } from 'ajv';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import { cutToBounds, readBounds } from './cutToBounds';

// What a schema does not name is refused, never dropped or bent into shape.
const OPTIONS = { strict: true, strictTypes: false, removeAdditional: false, coerceTypes: false } as const;

/**
 * Checks in two steps, so that a refusal costs no more than reading the body (decision 0023). The first step stops at
 * the first error: sizes come before contents, and no pattern sees a text that is too long. The second one collects
 * every error for the form, of a copy that was cut to just above the schema's limits.
 */
export const createValidatorCompiler = (): FastifySchemaCompiler<object> => {
  const first = new Ajv(OPTIONS);
  const every = new Ajv({ ...OPTIONS, allErrors: true });
  return ({ schema }) => {
    const accepts = first.compile(schema);
    const collect = every.compile(schema);
    const bounds = readBounds(schema);
    return (value: unknown): boolean | { readonly error: FastifySchemaValidationError[] } => {
      if (accepts(value)) return true;
      return { error: [...((collect(cutToBounds(value, bounds)) ? accepts.errors : collect.errors) ?? [])] };
    };
  };
};
