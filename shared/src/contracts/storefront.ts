import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';

/** The wire's name for a storefront: the value of `?store=` (product.md 1.2). */
export const StorefrontSlug = Type.Union([Type.Literal('jewellery-store'), Type.Literal('organic-store')]);
export type StorefrontSlug = Static<typeof StorefrontSlug>;

export const StorefrontQuery = Type.Object({ store: Type.Optional(StorefrontSlug) });
