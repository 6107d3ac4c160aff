import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineEndpoint } from './endpoint';

/** Display currencies. */
export const CurrencyCode = Type.Union([Type.Literal('USD'), Type.Literal('EUR'), Type.Literal('GBP')]);
export type CurrencyCode = Static<typeof CurrencyCode>;

const Currency = Type.Object({
  code: CurrencyCode,
  /** Units per US dollar. */
  rate: Type.Number({ exclusiveMinimum: 0 }),
});

export const listCurrencies = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/currencies',
  access: 'anyone',
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), data: Type.Array(Currency) }),
  failureMessage: 'Failed to fetch currencies',
});
