import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { CATEGORIES_FAILURE } from './constants';
import { defineEndpoint, UnlessFalse } from './endpoint';
import { StorefrontQuery } from './storefront';

export const Category = Type.Object({
  name: Type.String(),
  /** URL of the picture. */
  image: Type.String(),
  slug: Type.String(),
});
export type Category = Static<typeof Category>;

export const listCategories = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/categories',
  access: 'anyone',
  query: StorefrontQuery,
  response: Type.Object({ success: Type.Literal(true), data: Type.Array(Category), message: Type.String() }),
  accepts: Type.Object({ success: UnlessFalse, data: Type.Array(Category) }),
  failureMessage: CATEGORIES_FAILURE,
});
