import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';

/** Name of a storefront on the wire: the value of `?store=` (product.md 1.2). */
export const StorefrontSlug = Type.Union([Type.Literal('jewellery-store'), Type.Literal('organic-store')]);
export type StorefrontSlug = Static<typeof StorefrontSlug>;

export const StorefrontQuery = Type.Object({ store: Type.Optional(StorefrontSlug) });
