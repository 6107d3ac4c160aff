import type { FastifySchemaValidationError } from 'fastify/types/schema';

/** The message for each field, whichever rule its value breaks. The key is the last part of the field's path. */
export type FieldTexts = Readonly<Record<string, string>>;

const MAX_FIELDS = 50;
/** Longer names are in no contract and are not sent back. */
const MAX_FIELD_NAME_LENGTH = 100;

const getField = ({ instancePath, params, keyword }: FastifySchemaValidationError): string => {
  const path = instancePath.slice(1).replaceAll('/', '.');
  const property =
    keyword === 'required'
      ? params['missingProperty']
      : keyword === 'additionalProperties'
        ? params['additionalProperty']
        : '';
  return [path, typeof property === 'string' ? property : ''].filter(Boolean).join('.');
};

/**
 * Sorts fields of the form first, then fields of list items, then unknown fields: the number of the last two is
 * unlimited.
 */
const getRank = ({ instancePath, keyword }: FastifySchemaValidationError): number =>
  keyword === 'additionalProperties' ? 2 : /\/\d/.test(instancePath) ? 1 : 0;

const formatMessage = (
  field: string,
  { message = 'is not valid' }: FastifySchemaValidationError,
  texts: FieldTexts,
): string => {
  const [first = '', ...rest] = field.split('.');
  return texts[rest.at(-1) ?? first] ?? texts[first] ?? `This value ${message}.`;
};

/** Returns the fields that contain a field: `a` and `a.b` for `a.b.c`. */
const listParents = (field: string): string[] => {
  const parts = field.split('.');
  return parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join('.'));
};

/** Returns one message for each invalid field, for at most 50 fields. */
export const explainFields = (
  errors: readonly FastifySchemaValidationError[],
  texts: FieldTexts,
): Record<string, string> => {
  const fields = new Map<string, string>();
  for (const error of [...errors].sort((a, b) => getRank(a) - getRank(b))) {
    const field = getField(error);
    if (field !== '' && field.length <= MAX_FIELD_NAME_LENGTH && !fields.has(field))
      fields.set(field, formatMessage(field, error, texts));
  }
  // A nullable object is reported as invalid along with its fields: only the fields are useful.
  const parents = new Set([...fields.keys()].flatMap(listParents));
  return Object.fromEntries([...fields].filter(([field]) => !parents.has(field)).slice(0, MAX_FIELDS));
};
