import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { POSTS_FAILURE } from './catalogFailures';
import { defineEndpoint } from './endpoint';
import { RichText } from './richText';
import { StorefrontSlug } from './storefront';

/** A blog post in the list (product.md 10.1). */
export const Post = Type.Object({
  /** Slug: "/blog/keeping-gold-bright". */
  id: Type.String(),
  /** ISO 8601 date of publication. */
  time: Type.String(),
  category: Type.String(),
  title: Type.String(),
  description: Type.String(),
  /** Label of the link to the post. */
  readMore: Type.String(),
  /** URL of a picture from the media build, or ''. */
  image: Type.String(),
  /** Alternative text of the picture. */
  imageAlt: Type.String(),
});
export type Post = Static<typeof Post>;

export const PostDetail = Type.Intersect([
  Post,
  Type.Object({
    store: StorefrontSlug,
    author: Type.String(),
    /** Minutes, at least 1. */ readingTime: Type.Integer(),
    body: RichText,
    /** Posts to read next. */ more: Type.Array(Post),
  }),
]);
export type PostDetail = Static<typeof PostDetail>;

export const PostPage = Type.Object({
  items: Type.Array(Post),
  total: Type.Integer(),
  /** The returned page. A page past the end returns the last one. */
  page: Type.Integer(),
  pageSize: Type.Integer(),
});
export type PostPage = Static<typeof PostPage>;

export const listPosts = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/posts',
  access: 'anyone',
  query: Type.Object({ store: Type.Optional(StorefrontSlug), page: Type.Optional(Type.String()) }),
  response: Type.Object({ success: Type.Literal(true), data: PostPage, message: Type.String() }),
  failureMessage: POSTS_FAILURE,
});

export const getPost = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/posts/:id',
  access: 'anyone',
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 128 }) }),
  response: Type.Object({ success: Type.Literal(true), data: PostDetail, message: Type.String() }),
  failureMessage: 'Failed to fetch post',
});

/** A post that is being written, for who has the key of its preview; else what is shown. */
export const getPostDraft = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/posts/:id/draft',
  access: 'anyone',
  params: getPost.params,
  query: Type.Object({ draft: Type.String({ maxLength: 128 }) }),
  response: getPost.response,
  failureMessage: 'Failed to fetch the draft',
});
