import { CLEANED, CLEANERS, MAX_BODY_BYTES } from '@shop/contracts';
import { Ajv, type Options } from 'ajv';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import { cutToBounds, readBounds } from './cutToBounds';

/** Longer texts are too long for every schema, cleaned or not. */
const MAX_CLEANED_LENGTH = MAX_BODY_BYTES;

// Unknown properties are rejected, and values are never removed or coerced.
const OPTIONS: Options = { strict: true, strictTypes: false, removeAdditional: false, coerceTypes: false };

/** Validates texts as cleaned of what came along when they were pasted, and leaves them cleaned for the handler. */
const createAjv = (options: Options): Ajv =>
  new Ajv(options).addKeyword({
    keyword: CLEANED,
    type: 'string',
    schemaType: 'string',
    modifying: true,
    before: 'maxLength',
    errors: false,
    compile: (kind: keyof typeof CLEANERS) => (text: string, place) => {
      if (place && text.length <= MAX_CLEANED_LENGTH) place.parentData[place.parentDataProperty] = CLEANERS[kind](text);
      return true;
    },
  });

const compileOnce = <Validate>(compile: () => Validate): (() => Validate) => {
  let compiled: Validate | undefined;
  return () => (compiled ??= compile());
};

/**
 * Validates in two steps, so that rejecting a request costs no more than reading its body (decision 0023). The first
 * step stops at the first error: sizes are checked before contents, so no pattern runs on a string that is too long.
 * The second step collects all errors for the form, from a copy that was cut to just above the schema's limits.
 * Schemas are compiled on start, so that no request waits for it; `onFirstUse` is for tests that build many apps.
 */
export const createValidatorCompiler = ({ onFirstUse = false } = {}): FastifySchemaCompiler<object> => {
  const firstErrorAjv = createAjv(OPTIONS);
  const allErrorsAjv = createAjv({ ...OPTIONS, allErrors: true });
  return ({ schema }) => {
    const getValidators = compileOnce(() => ({
      validate: firstErrorAjv.compile(schema),
      collectErrors: allErrorsAjv.compile(schema),
      bounds: readBounds(schema),
    }));
    if (!onFirstUse) getValidators();
    return (value: unknown): boolean | { readonly error: FastifySchemaValidationError[] } => {
      const { validate, collectErrors, bounds } = getValidators();
      if (validate(value)) return true;
      return {
        error: [...((collectErrors(cutToBounds(value, bounds)) ? validate.errors : collectErrors.errors) ?? [])],
      };
    };
  };
};
