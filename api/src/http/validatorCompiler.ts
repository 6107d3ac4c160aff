import { Ajv } from 'ajv';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import { cutToBounds, readBounds } from './cutToBounds';

// Unknown properties are rejected, and values are never removed or coerced.
const OPTIONS = { strict: true, strictTypes: false, removeAdditional: false, coerceTypes: false } as const;

/**
 * Validates in two steps, so that rejecting a request costs no more than reading its body (decision 0023). The first
 * step stops at the first error: sizes are checked before contents, so no pattern runs on a string that is too long.
 * The second step collects all errors for the form, from a copy that was cut to just above the schema's limits.
 */
export const createValidatorCompiler = (): FastifySchemaCompiler<object> => {
  const firstErrorAjv = new Ajv(OPTIONS);
  const allErrorsAjv = new Ajv({ ...OPTIONS, allErrors: true });
  return ({ schema }) => {
    const validate = firstErrorAjv.compile(schema);
    const collectErrors = allErrorsAjv.compile(schema);
    const bounds = readBounds(schema);
    return (value: unknown): boolean | { readonly error: FastifySchemaValidationError[] } => {
      if (validate(value)) return true;
      return {
        error: [...((collectErrors(cutToBounds(value, bounds)) ? validate.errors : collectErrors.errors) ?? [])],
      };
    };
  };
};
