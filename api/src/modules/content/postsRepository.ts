import { POSTS_PER_PAGE, type Post, type PostDetail, type PostPage, type StorefrontSlug } from '@shop/contracts';
import type { Readable } from '../../database/Database';

const POST_COLUMNS = `id, published_on::text AS "time", category, title, description, read_more AS "readMore", image, image_alt AS "imageAlt"`;
const NEWEST_FIRST = 'ORDER BY published_on DESC, id DESC';
const MAX_MORE = 3;

/** Returns a page of a storefront's blog, newest first. A page past the end returns the last one. */
export const findPostPage = async (
  database: Readable,
  store: StorefrontSlug,
  requestedPage: number,
): Promise<PostPage> => {
  const { rows: counts } = await database.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM posts WHERE store = $1',
    [store],
  );
  const total = counts[0]?.total ?? 0;
  const page = Math.min(requestedPage, Math.max(1, Math.ceil(total / POSTS_PER_PAGE)));
  const { rows: items } = await database.query<Post>(
    `SELECT ${POST_COLUMNS} FROM posts WHERE store = $1 ${NEWEST_FIRST} LIMIT $2 OFFSET $3`,
    [store, POSTS_PER_PAGE, (page - 1) * POSTS_PER_PAGE],
  );
  return { items, total, page, pageSize: POSTS_PER_PAGE };
};

/** Returns a post with the newest other posts of its storefront. */
export const findPost = async (database: Readable, id: string): Promise<PostDetail | undefined> => {
  const { rows } = await database.query<Omit<PostDetail, 'more'>>(
    `SELECT ${POST_COLUMNS}, store, author, reading_time AS "readingTime", body FROM posts WHERE id = $1`,
    [id],
  );
  const [post] = rows;
  if (!post) return undefined;
  const { rows: more } = await database.query<Post>(
    `SELECT ${POST_COLUMNS} FROM posts WHERE store = $1 AND id <> $2 ${NEWEST_FIRST} LIMIT ${MAX_MORE}`,
    [post.store, id],
  );
  return { ...post, more };
};
