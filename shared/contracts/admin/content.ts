import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import {
  CONTENT_KEYS,
  HomeDocument,
  MailsDocument,
  MenuDocument,
  PostDocument,
  POST_KEY_PATTERN,
  TextDocument,
} from '../content';
import type { PostKey } from '../content';
import { Closed, defineEndpoint, Nullable } from '../endpoint';
import { RequiredText } from '../fields';
import { StorefrontSlug } from '../storefront';

const access = { staff: 'content.write' } as const;
const Key = Type.Union(CONTENT_KEYS.map((key) => Type.Literal(key)));
const Version = Type.Integer({ minimum: 0 });
/** The version that was seen. */
const seen = { version: Version };
const Published = Type.Object({ number: Type.Integer(), at: Type.String(), by: Type.String() });
const Draft = Type.Object({ at: Type.String(), by: Type.String() });
const Document = Type.Record(Type.String(), Type.Unknown());

export const ContentState = Type.Object({
  store: Type.String(),
  key: Key,
  /** Null while shoppers see what was compiled. */
  published: Nullable(Published),
  /** Null if nothing is being written. */
  draft: Nullable(Draft),
});
export type ContentState = Static<typeof ContentState>;

export const StaffContent = Type.Object({
  ...ContentState.properties,
  key: Type.Union([Key, Type.Unsafe<PostKey>(Type.String({ maxLength: 69, pattern: POST_KEY_PATTERN.source }))]),
  /** Whether shoppers can open it: always true but for a post. */
  shown: Type.Boolean(),
  /** What is being written, else what is published; null if both are what was compiled. */
  document: Nullable(Document),
  /** Counts its changes. */
  version: Version,
  /** The last fifty that were published, newest first. */
  history: Type.Array(Published),
  /** Opens the shop's page with the draft for an hour. */
  preview_url: Type.String(),
});
export type StaffContent = Static<typeof StaffContent>;

const params = Type.Object({
  store: Type.String({ minLength: 1, maxLength: 64, pattern: /^[a-z-]+$/.source }),
  key: Type.String({ minLength: 1, maxLength: 69, pattern: /^[a-z0-9.-]+$/.source }),
});
const storeParams = Type.Object({ store: params.properties.store });
const response = Type.Object({ status: Type.Literal(true), message: Type.String(), data: StaffContent });
const failureMessage = 'The page could not be saved.';

/** Documents that staff have changed; the others are as they were compiled. */
export const listContent = defineEndpoint({
  method: 'GET',
  path: '/admin/content',
  access,
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), data: Type.Array(ContentState) }),
  failureMessage: 'Failed to fetch the pages',
});

export const getStaffContent = defineEndpoint({
  method: 'GET',
  path: '/admin/content/:store/:key',
  access,
  params,
  response,
  failureMessage: 'Failed to fetch the page',
});

/** Keeps what is being written. 409 if somebody else was faster. */
export const saveHomeDraft = defineEndpoint({
  method: 'PUT',
  path: '/admin/content/:store/home',
  access,
  params: storeParams,
  body: Closed({ ...seen, document: HomeDocument }),
  response,
  failureMessage,
});

export const saveMenuDraft = defineEndpoint({
  method: 'PUT',
  path: '/admin/content/:store/menu',
  access,
  params: storeParams,
  body: Closed({ ...seen, document: MenuDocument }),
  response,
  failureMessage,
});

export const saveMailsDraft = defineEndpoint({
  method: 'PUT',
  path: '/admin/content/:store/mails',
  access,
  params: storeParams,
  body: Closed({ ...seen, document: MailsDocument }),
  response,
  failureMessage,
});

export const saveTextDraft = defineEndpoint({
  method: 'PUT',
  path: '/admin/content/:store/:key',
  access,
  params,
  body: Closed({ ...seen, document: TextDocument }),
  response,
  failureMessage,
});

export const discardContentDraft = defineEndpoint({
  method: 'POST',
  path: '/admin/content/:store/:key/discard',
  access,
  params,
  body: Closed(seen),
  response,
  failureMessage: 'The draft could not be discarded.',
});

/** Shows the draft to shoppers within five seconds. */
export const publishContent = defineEndpoint({
  method: 'POST',
  path: '/admin/content/:store/:key/publish',
  access,
  params,
  body: Closed(seen),
  response,
  failureMessage: 'The page could not be published.',
});

/** Shows shoppers what was compiled. */
export const unpublishContent = defineEndpoint({
  method: 'POST',
  path: '/admin/content/:store/:key/unpublish',
  access,
  params,
  body: Closed(seen),
  response,
  failureMessage: 'The page could not be taken back.',
});

/** Makes an earlier version the draft. */
export const restoreContent = defineEndpoint({
  method: 'POST',
  path: '/admin/content/:store/:key/restore',
  access,
  params,
  body: Closed({ ...seen, number: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }) }),
  response,
  failureMessage: 'The version could not be restored.',
});

export const PostState = Type.Object({
  /** Its address in the blog. */
  id: Type.String(),
  title: Type.String(),
  /** The day of publication. */
  time: Type.String(),
  /** Whether it is in the blog. */
  shown: Type.Boolean(),
  draft: Nullable(Draft),
});
export type PostState = Static<typeof PostState>;

/** Posts of a storefront, those that are written and those that are shown, newest first, fifty a page. */
export const listStaffPosts = defineEndpoint({
  method: 'GET',
  path: '/admin/content/:store/posts',
  access,
  params: storeParams,
  query: Type.Object({ cursor: Type.Optional(Type.String({ maxLength: 6, pattern: /^\d+$/.source })) }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({
      store: StorefrontSlug,
      items: Type.Array(PostState),
      /** The cursor of the next page; null on the last one. */
      next: Nullable(Type.String()),
    }),
  }),
  failureMessage: 'Failed to fetch the posts',
});

/** Begins a post. Its address is made of its title and stays. */
export const createPost = defineEndpoint({
  method: 'POST',
  path: '/admin/content/:store/posts',
  access,
  params: storeParams,
  body: Closed({ title: RequiredText(100) }),
  response,
  failureMessage: 'The post could not be made.',
});

export const savePostDraft = defineEndpoint({
  method: 'PUT',
  path: '/admin/content/:store/posts/:id',
  access,
  params: Type.Object({
    store: params.properties.store,
    id: Type.String({ minLength: 1, maxLength: 64, pattern: /^[a-z0-9-]+$/.source }),
  }),
  body: Closed({ ...seen, document: PostDocument }),
  response,
  failureMessage,
});
