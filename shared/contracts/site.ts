import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineEndpoint } from './endpoint';

const Category = Type.Object({ name: Type.String(), slug: Type.String() });

/** What staff have changed about a storefront. What is absent is as its code has it. */
export const StorefrontChanges = Type.Object({
  name: Type.Optional(Type.String()),
  tagline: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  utilityNote: Type.Optional(Type.String()),
  seller: Type.Optional(Type.String()),
  support: Type.Optional(
    Type.Object({
      email: Type.String(),
      phone: Type.String(),
      street: Type.String(),
      town: Type.String(),
      hours: Type.Optional(Type.String()),
      callNote: Type.Optional(Type.String()),
    }),
  ),
  popularSearches: Type.Optional(Type.Array(Type.String())),
  categories: Type.Optional(Type.Array(Category)),
  menu: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** A line above every page. */
  notice: Type.Optional(Type.String()),
  /** No orders are taken: what shoppers read about it, such as "Back on Monday." */
  closed: Type.Optional(Type.String()),
  /** Keys of documents that staff have published, with their versions. */
  published: Type.Optional(Type.Record(Type.String(), Type.Integer())),
});
export type StorefrontChanges = Static<typeof StorefrontChanges>;

/** By the storefront's id. Empty while staff have changed nothing. */
export const SiteChanges = Type.Record(Type.String(), StorefrontChanges);
export type SiteChanges = Static<typeof SiteChanges>;

/** What staff have changed about the storefronts. Hosts put it into every page. */
export const getSite = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/site',
  access: 'anyone',
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), data: SiteChanges }),
  failureMessage: 'Failed to fetch the site',
});
