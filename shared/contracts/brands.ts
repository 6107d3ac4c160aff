import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { BRANDS_FAILURE } from './catalogFailures';
import { defineEndpoint, UnlessFalse } from './endpoint';
import { StorefrontQuery } from './storefront';

export const Brand = Type.Object({
  id: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  /** Path of the drawn mark, which is shown above the name; '' if there is none. */
  logo: Type.String(),
});
export type Brand = Static<typeof Brand>;

export const listBrands = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/brands',
  access: 'anyone',
  query: StorefrontQuery,
  response: Type.Object({ success: Type.Literal(true), data: Type.Array(Brand), message: Type.String() }),
  accepts: Type.Object({ success: UnlessFalse, data: Type.Array(Brand) }),
  failureMessage: BRANDS_FAILURE,
});
