import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineEndpoint, Nullable } from './endpoint';
import { typedText } from './fields';
import { StorefrontSlug } from './storefront';

const NamedSlug = Type.Object({ slug: Type.String(), name: Type.String() });

/** Search suggestions. */
export const Suggestions = Type.Object({
  /** Corrected query, if nothing matched the original one; otherwise null. */
  corrected: Nullable(Type.String()),
  categories: Type.Array(NamedSlug),
  brands: Type.Array(NamedSlug),
  products: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      image: Type.String(),
      price: Type.Number(),
      priceFrom: Type.Boolean(),
      categoryName: Type.String(),
    }),
  ),
});
export type Suggestions = Static<typeof Suggestions>;

export const suggest = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/search/suggest',
  access: 'anyone',
  query: Type.Object({ store: Type.Optional(StorefrontSlug), q: Type.Optional(Type.String(typedText)) }),
  response: Type.Object({ success: Type.Literal(true), data: Suggestions, message: Type.String() }),
  failureMessage: 'Failed to fetch suggestions',
});
