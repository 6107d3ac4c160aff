import type { FastifySchemaValidationError } from 'fastify/types/schema';

/** What a shopper reads by a field, whatever rule it broke. */
const FIELD_TEXTS: Readonly<Record<string, string>> = {
  'billing.firstName': 'Enter your first name.',
  'billing.lastName': 'Enter your last name.',
  'billing.country': 'Choose a country.',
  'billing.streetAddress': 'Enter a street address.',
  'billing.townCity': 'Enter a town or city.',
  'billing.state': 'Enter a state.',
  'billing.zipCode': 'Enter a ZIP code.',
  'billing.phone': 'Enter a phone number, such as +1 212 555 0100.',
  'billing.email': 'Enter an email address, such as name@example.com.',
  'billing.companyName': 'Use at most 120 characters.',
  'billing.apartment': 'Use at most 120 characters.',
  'billing.orderNotes': 'Use at most 1000 characters.',
  payment_method: 'Choose a payment method.',
  items: 'An order has 1 to 50 lines of 1 to 99 pieces each.',
};

const fieldOf = ({ instancePath, params, keyword }: FastifySchemaValidationError): string => {
  const path = instancePath.slice(1).replaceAll('/', '.');
  const own = keyword === 'required' ? params['missingProperty'] : keyword === 'additionalProperties' ? params['additionalProperty'] : '';
  return [path, typeof own === 'string' ? own : ''].filter(Boolean).join('.');
};

/** One sentence by each field the schema refused. */
export const explainFields = (errors: readonly FastifySchemaValidationError[]): Record<string, string> => {
  const fields: Record<string, string> = {};
  for (const error of errors) {
    const field = fieldOf(error);
    if (field === '' || Object.hasOwn(fields, field)) continue;
    fields[field] = FIELD_TEXTS[field] ?? FIELD_TEXTS[field.split('.')[0] ?? ''] ?? `This value ${error.message ?? 'is not valid'}.`;
  }
  return fields;
};
