import type { FastifySchemaValidationError } from 'fastify/types/schema';

/** What a shopper reads by a field, whatever rule it broke; the last part of its path names it. */
const FIELD_TEXTS: Readonly<Record<string, string>> = {
  firstName: 'Enter your first name.',
  lastName: 'Enter your last name.',
  country: 'Choose a country.',
  streetAddress: 'Enter a street address.',
  townCity: 'Enter a town or city.',
  state: 'Enter a state.',
  zipCode: 'Enter a ZIP code.',
  phone: 'Enter a phone number, such as +1 212 555 0100.',
  email: 'Enter an email address, such as name@example.com.',
  companyName: 'Use at most 120 characters.',
  apartment: 'Use at most 120 characters.',
  orderNotes: 'Use at most 1000 characters.',
  label: 'Name this address with 1 to 40 characters.',
  name: 'Enter a name of 1 to 120 characters.',
  password: 'Use 8 to 128 characters.',
  current_password: 'Enter your current password.',
  otp: 'Enter the 6 characters of the code.',
  rating: 'Give 1 to 5 stars.',
  subject: 'Enter a subject of 1 to 200 characters.',
  message: 'Use at most 5000 characters.',
  comment: 'Write a few words, at most 2000 characters.',
  payment_method: 'Choose a payment method.',
  items: 'An order has 1 to 50 lines of 1 to 99 pieces each.',
};

/** So many sentences are sent at most. */
const MAX_FIELDS = 50;
/** A longer name is not of the contracts, and is not repeated. */
const MAX_FIELD_LETTERS = 100;

const fieldOf = ({ instancePath, params, keyword }: FastifySchemaValidationError): string => {
  const path = instancePath.slice(1).replaceAll('/', '.');
  const own =
    keyword === 'required'
      ? params['missingProperty']
      : keyword === 'additionalProperties'
        ? params['additionalProperty']
        : '';
  return [path, typeof own === 'string' ? own : ''].filter(Boolean).join('.');
};

/**
 * Fields of the form come first, then those of list entries, then names that the contract does not have: the last two
 * can be any number.
 */
const rankOf = ({ instancePath, keyword }: FastifySchemaValidationError): number =>
  keyword === 'additionalProperties' ? 2 : /\/\d/.test(instancePath) ? 1 : 0;

const sentenceFor = (field: string, { message = 'is not valid' }: FastifySchemaValidationError): string => {
  const [first = '', ...rest] = field.split('.');
  return FIELD_TEXTS[rest.at(-1) ?? first] ?? FIELD_TEXTS[first] ?? `This value ${message}.`;
};

/** Every field that has another field inside: `a` and `a.b` of `a.b.c`. */
const parentsOf = (field: string): string[] => {
  const parts = field.split('.');
  return parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join('.'));
};

/** One sentence by each field that the schema refused, for at most 50 fields. */
export const explainFields = (errors: readonly FastifySchemaValidationError[]): Record<string, string> => {
  const fields = new Map<string, string>();
  for (const error of [...errors].sort((a, b) => rankOf(a) - rankOf(b))) {
    const field = fieldOf(error);
    if (field !== '' && field.length <= MAX_FIELD_LETTERS && !fields.has(field))
      fields.set(field, sentenceFor(field, error));
  }
  // Of an object that may also be null, what is wrong inside says it all.
  const parents = new Set([...fields.keys()].flatMap(parentsOf));
  return Object.fromEntries([...fields].filter(([field]) => !parents.has(field)).slice(0, MAX_FIELDS));
};
