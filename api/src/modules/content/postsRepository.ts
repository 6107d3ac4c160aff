import {
  POSTS_PER_PAGE,
  type ContentStore,
  type Post,
  type PostDetail,
  type PostDocument,
  type PostPage,
  type StorefrontSlug,
} from '@shop/contracts';
import type { Queryable, Readable } from '../../database/Database';

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

/** Returns a post as it is stored. */
export const findStoredPost = async (database: Readable, id: string): Promise<Omit<PostDetail, 'more'> | undefined> => {
  const { rows } = await database.query<Omit<PostDetail, 'more'>>(
    `SELECT ${POST_COLUMNS}, store, author, reading_time AS "readingTime", body FROM posts WHERE id = $1`,
    [id],
  );
  return rows[0];
};

/** Returns the newest posts of a storefront besides one. */
export const findMorePosts = async (database: Readable, store: StorefrontSlug, id: string): Promise<Post[]> =>
  (
    await database.query<Post>(
      `SELECT ${POST_COLUMNS} FROM posts WHERE store = $1 AND id <> $2 ${NEWEST_FIRST} LIMIT ${MAX_MORE}`,
      [store, id],
    )
  ).rows;

/** Returns a post with the newest other posts of its storefront. */
export const findPost = async (database: Readable, id: string): Promise<PostDetail | undefined> => {
  const post = await findStoredPost(database, id);
  return post && { ...post, more: await findMorePosts(database, post.store, id) };
};

export const READ_MORE = 'Read more';

interface ShownPost {
  readonly id: string;
  readonly store: ContentStore;
  readonly post: PostDocument;
  /** Minutes. */
  readonly readingTime: number;
  readonly now: Date;
}

/** Writes what staff have published. Returns false if another storefront has a post with this id. */
export const upsertPost = async (
  connection: Queryable,
  { id, store, post: { title, lead, category, author, time, picture, body }, readingTime, now }: ShownPost,
): Promise<boolean> => {
  const { rowCount } = await connection.query(
    `INSERT INTO posts (id, store, published_on, category, title, description, read_more, author, image, image_alt,
       reading_time, body, edited_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (id) DO UPDATE SET published_on = excluded.published_on, category = excluded.category,
       title = excluded.title, description = excluded.description, author = excluded.author, image = excluded.image,
       image_alt = excluded.image_alt, reading_time = excluded.reading_time, body = excluded.body,
       edited_at = excluded.edited_at
     WHERE posts.store = excluded.store`,
    [
      ...[id, store, time, category, title, lead, READ_MORE, author],
      ...[picture?.src ?? '', picture?.alt ?? '', readingTime, JSON.stringify(body), now],
    ],
  );
  return rowCount === 1;
};

export const deletePost = async (
  connection: Queryable,
  { id, store }: { readonly id: string; readonly store: ContentStore },
): Promise<void> => {
  await connection.query('DELETE FROM posts WHERE id = $1 AND store = $2', [id, store]);
};

/** Whether a post or a draft of any storefront has this id. */
export const isPostIdTaken = async (connection: Queryable, id: string): Promise<boolean> => {
  const { rows } = await connection.query(
    `SELECT 1 FROM posts WHERE id = $1
     UNION ALL SELECT 1 FROM content_documents WHERE key = 'post.' || $1 AND draft IS NOT NULL LIMIT 1`,
    [id],
  );
  return rows.length > 0;
};

interface DeskPost {
  readonly id: string;
  readonly title: string;
  readonly time: string;
  readonly shown: boolean;
  readonly draftedAt: Date | null;
  readonly draftedBy: string | null;
}

/** Returns posts that are shown or written, newest first. */
export const findDeskPosts = async (
  database: Readable,
  store: StorefrontSlug,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly DeskPost[]> => {
  const { rows } = await database.query<DeskPost>(
    `SELECT coalesce(p.id, d.id) AS id, coalesce(d.draft->>'title', p.title) AS title,
       coalesce(d.draft->>'time', p.published_on::text) AS time, p.id IS NOT NULL AS shown,
       d.drafted_at AS "draftedAt", d.drafted_by AS "draftedBy"
     FROM (SELECT id, title, published_on FROM posts WHERE store = $1) p
     FULL JOIN (SELECT substr(key, 6) AS id, draft, drafted_at, drafted_by FROM content_documents
       WHERE store = $1 AND key LIKE 'post.%' AND draft IS NOT NULL) d ON d.id = p.id
     ORDER BY time DESC, id DESC LIMIT $2 OFFSET $3`,
    [store, limit, offset],
  );
  return rows;
};
