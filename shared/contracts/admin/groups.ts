import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Closed, defineEndpoint, Nullable } from '../endpoint';
import { RequiredText, typedText } from '../fields';
import { StorefrontSlug } from '../storefront';

/** Both group products, and are made and changed alike. */
export const GroupKind = Type.Union([Type.Literal('category'), Type.Literal('brand')]);
export type GroupKind = Static<typeof GroupKind>;

export const MAX_GROUP_NAME_LENGTH = 64;
/** Of a storefront. */
export const MAX_GROUPS = 200;

const Slug = Type.String({ minLength: 1, maxLength: 64, pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/.source });

export const StaffGroup = Type.Object({
  kind: GroupKind,
  store: StorefrontSlug,
  /** The last part of its address. */
  slug: Type.String(),
  name: Type.String(),
  /** URL of its picture or logo; '' without one. */
  picture: Type.String(),
  /** Published ones. */
  products: Type.Integer(),
  /** Whether its products are still being renamed. */
  moving: Type.Boolean(),
});
export type StaffGroup = Static<typeof StaffGroup>;

const GroupsAnswer = Type.Object({
  status: Type.Literal(true),
  message: Type.String(),
  /** All categories and brands of both storefronts, each in display order. */
  data: Type.Array(StaffGroup),
});

export const listStaffGroups = defineEndpoint({
  method: 'GET',
  path: '/admin/groups',
  access: { staff: 'catalog.write' },
  response: GroupsAnswer,
  failureMessage: 'Failed to fetch the categories and brands',
});

/** The id of an uploaded picture that is ready; null for none. */
const PictureId = Nullable(Type.Integer({ minimum: 1 }));

/** Makes a category or brand at the end of its list. Its address is made from its name. */
export const createStaffGroup = defineEndpoint({
  method: 'POST',
  path: '/admin/groups',
  access: { staff: 'catalog.write' },
  body: Closed({
    kind: GroupKind,
    store: StorefrontSlug,
    name: RequiredText(MAX_GROUP_NAME_LENGTH),
    picture: PictureId,
  }),
  response: GroupsAnswer,
  failureMessage: 'It could not be created.',
});

const Place = Type.Object({ kind: GroupKind, store: StorefrontSlug, slug: Slug });

/**
 * Changes name, address or picture; what is not given stays. Products follow in the background, and the former address
 * leads to the new one.
 */
export const changeStaffGroup = defineEndpoint({
  method: 'PATCH',
  path: '/admin/groups/:kind/:store/:slug',
  access: { staff: 'catalog.write' },
  params: Place,
  body: Closed({
    name: Type.Optional(RequiredText(MAX_GROUP_NAME_LENGTH)),
    slug: Type.Optional(Type.String({ ...typedText, minLength: 1, maxLength: 64 })),
    picture: Type.Optional(PictureId),
    /** The name that was seen: another one meanwhile is a conflict. */
    seen: Type.String({ maxLength: 200 }),
  }),
  response: GroupsAnswer,
  failureMessage: 'It could not be saved.',
});

/** Puts the categories or brands of a storefront in an order. All of them are named. */
export const orderStaffGroups = defineEndpoint({
  method: 'PUT',
  path: '/admin/groups/:kind/:store/order',
  access: { staff: 'catalog.write' },
  params: Type.Object({ kind: GroupKind, store: StorefrontSlug }),
  body: Closed({ slugs: Type.Array(Slug, { maxItems: MAX_GROUPS }) }),
  response: GroupsAnswer,
  failureMessage: 'The order could not be saved.',
});

/** Deletes a category or brand that no product has. */
export const deleteStaffGroup = defineEndpoint({
  method: 'DELETE',
  path: '/admin/groups/:kind/:store/:slug',
  access: { staff: 'catalog.write' },
  params: Place,
  response: GroupsAnswer,
  failureMessage: 'It could not be deleted.',
});
