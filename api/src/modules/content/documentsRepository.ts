import type { ContentDocument, ContentKey, ContentStore, DocumentKey } from '@shop/contracts';
import type { Queryable, Readable } from '../../database/Database';

export interface DocumentPlace {
  readonly store: ContentStore;
  readonly key: DocumentKey;
}

/** A document as it is stored; `version` 0 if nobody has changed it. */
export interface StoredDocument {
  readonly draft: ContentDocument | null;
  readonly draftedBy: string | null;
  readonly draftedAt: Date | null;
  readonly version: number;
  readonly publishedId: number | null;
}

const DOCUMENT_COLUMNS = `draft, drafted_by AS "draftedBy", drafted_at AS "draftedAt", version,
  published_id::float8 AS "publishedId"`;
const UNTOUCHED: StoredDocument = { draft: null, draftedBy: null, draftedAt: null, version: 0, publishedId: null };

export const findDocument = async (database: Readable, { store, key }: DocumentPlace): Promise<StoredDocument> => {
  const { rows } = await database.query<StoredDocument>(
    `SELECT ${DOCUMENT_COLUMNS} FROM content_documents WHERE store = $1 AND key = $2`,
    [store, key],
  );
  return rows[0] ?? UNTOUCHED;
};

/** Locks a document, which has a row from now on. */
export const lockDocument = async (connection: Queryable, { store, key }: DocumentPlace): Promise<StoredDocument> => {
  await connection.query('INSERT INTO content_documents (store, key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    store,
    key,
  ]);
  const { rows } = await connection.query<StoredDocument>(
    `SELECT ${DOCUMENT_COLUMNS} FROM content_documents WHERE store = $1 AND key = $2 FOR UPDATE`,
    [store, key],
  );
  return rows[0] ?? UNTOUCHED;
};

/** Changes a document that is locked. */
export const updateDocument = async (
  connection: Queryable,
  { store, key }: DocumentPlace,
  { draft, draftedBy, draftedAt, publishedId }: Omit<StoredDocument, 'version'>,
): Promise<void> => {
  await connection.query(
    `UPDATE content_documents SET draft = $3, drafted_by = $4, drafted_at = $5, published_id = $6, version = version + 1
     WHERE store = $1 AND key = $2`,
    [store, key, draft && JSON.stringify(draft), draftedBy, draftedAt, publishedId],
  );
};

/** Keeps what is published. Returns its id and number. */
export const insertVersion = async (
  connection: Queryable,
  { store, key }: DocumentPlace,
  { body, by, at }: { readonly body: ContentDocument; readonly by: string; readonly at: Date },
): Promise<{ readonly id: number; readonly number: number }> => {
  const { rows } = await connection.query<{ id: number; number: number }>(
    `INSERT INTO content_versions (store, key, number, body, published_at, published_by)
     SELECT $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5 FROM content_versions WHERE store = $1 AND key = $2
     RETURNING id::float8 AS id, number`,
    [store, key, JSON.stringify(body), at, by],
  );
  const [version] = rows;
  if (!version) throw new Error('A version was not inserted');
  return version;
};

export interface PublishedVersion {
  readonly number: number;
  readonly body: unknown;
  readonly at: Date;
  readonly by: string;
}

const VERSION_COLUMNS = 'number, body, published_at AS at, published_by AS by';

export const findVersion = async (
  database: Readable,
  { store, key }: DocumentPlace,
  number: number,
): Promise<PublishedVersion | undefined> => {
  const { rows } = await database.query<PublishedVersion>(
    `SELECT ${VERSION_COLUMNS} FROM content_versions WHERE store = $1 AND key = $2 AND number = $3`,
    [store, key, number],
  );
  return rows[0];
};

/** Returns what shoppers see; undefined if that is what was compiled. */
export const findPublished = async (
  database: Readable,
  { store, key }: DocumentPlace,
): Promise<PublishedVersion | undefined> => {
  const { rows } = await database.query<PublishedVersion>(
    `SELECT ${VERSION_COLUMNS} FROM content_versions
     WHERE id = (SELECT published_id FROM content_documents WHERE store = $1 AND key = $2)`,
    [store, key],
  );
  return rows[0];
};

const MAX_HISTORY = 50;

/** Returns the last versions, newest first. */
export const findHistory = async (
  database: Readable,
  { store, key }: DocumentPlace,
): Promise<readonly Omit<PublishedVersion, 'body'>[]> => {
  const { rows } = await database.query<Omit<PublishedVersion, 'body'>>(
    `SELECT number, published_at AS at, published_by AS by FROM content_versions WHERE store = $1 AND key = $2
     ORDER BY number DESC LIMIT ${MAX_HISTORY}`,
    [store, key],
  );
  return rows;
};

export interface DocumentState extends DocumentPlace {
  readonly key: ContentKey;
  /** Number of what is published; null if that is what was compiled. */
  readonly published: number | null;
  readonly publishedAt: Date | null;
  readonly publishedBy: string | null;
  readonly draftedAt: Date | null;
  readonly draftedBy: string | null;
}

/** Returns every page and menu that staff have changed. */
export const findDocuments = async (database: Readable): Promise<readonly DocumentState[]> => {
  const { rows } = await database.query<DocumentState>({
    name: 'content-documents',
    text: `SELECT d.store, d.key, v.number AS published, v.published_at AS "publishedAt", v.published_by AS "publishedBy",
        d.drafted_at AS "draftedAt", d.drafted_by AS "draftedBy"
      FROM content_documents d LEFT JOIN content_versions v ON v.id = d.published_id
      WHERE d.key NOT LIKE 'post.%' ORDER BY d.store, d.key`,
    values: [],
  });
  return rows;
};

/** Returns the id of the published version of a document; null if that is what was compiled. */
export const findPublishedId = async (database: Readable, place: DocumentPlace): Promise<number | null> =>
  (await findDocument(database, place)).publishedId;

/**
 * Returns which of some products, categories and posts nobody can open, and which pictures there are not. Those of
 * posts of the release are not among what was uploaded.
 */
export const findDeadLinks = async (
  connection: Queryable,
  store: ContentStore,
  {
    products,
    categories,
    posts,
    pictures,
  }: {
    readonly products: readonly string[];
    readonly categories: readonly string[];
    readonly posts: readonly string[];
    readonly pictures: readonly string[];
  },
): Promise<ReadonlySet<string>> => {
  const { rows } = await connection.query<{ dead: string }>(
    `SELECT 'product ' || id AS dead FROM unnest($2::text[]) AS named(id)
       WHERE NOT EXISTS (SELECT 1 FROM products p WHERE p.id = named.id AND p.status = 'published')
     UNION ALL SELECT 'category ' || slug FROM unnest($3::text[]) AS named(slug)
       WHERE NOT EXISTS (SELECT 1 FROM categories c WHERE c.slug = named.slug AND ($1 = 'every-store' OR c.store = $1))
     UNION ALL SELECT 'picture ' || url FROM unnest($4::text[]) AS named(url)
       WHERE NOT EXISTS (SELECT 1 FROM pictures p WHERE p.url = named.url AND p.state = 'ready')
         AND NOT EXISTS (SELECT 1 FROM posts WHERE image = named.url)
         AND NOT EXISTS (SELECT 1 FROM content_versions v
           WHERE v.key LIKE 'post.%' AND v.body->'picture'->>'src' = named.url)
     UNION ALL SELECT 'post ' || id FROM unnest($5::text[]) AS named(id)
       WHERE NOT EXISTS (SELECT 1 FROM posts p WHERE p.id = named.id)`,
    [store, products, categories, pictures, posts],
  );
  return new Set(rows.map(({ dead }) => dead));
};
