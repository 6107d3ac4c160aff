import type { GroupKind, StaffGroup, StorefrontSlug } from '@shop/contracts';
import type { Queryable } from '../../../database/Database';

/** Where each kind is stored: its table, its picture, and the columns of products that name it. */
export const GROUPS = {
  category: { table: 'categories', picture: 'image', column: 'category' },
  brand: { table: 'brands', picture: 'logo', column: 'brand' },
} as const satisfies Readonly<Record<GroupKind, object>>;

export interface GroupPlace {
  readonly kind: GroupKind;
  readonly store: StorefrontSlug;
  readonly slug: string;
}

const listSql = (kind: GroupKind): string => {
  const { table, picture, column } = GROUPS[kind];
  return `SELECT '${kind}' AS kind, g.store, g.slug, g.name, g.${picture} AS picture, g.position,
      coalesce((SELECT sum(products) FROM facet_cells c WHERE c.store = g.store AND c.${column} = g.slug), 0)::int AS products,
      EXISTS (SELECT 1 FROM group_moves m WHERE m.kind = '${kind}' AND m.store = g.store AND m.to_slug = g.slug AND NOT m.done) AS moving
    FROM ${table} g`;
};

/** Returns all categories, then all brands, each storefront in display order. */
export const findGroups = async (database: Queryable): Promise<StaffGroup[]> => {
  const { rows } = await database.query<StaffGroup>(
    `SELECT kind, store, slug, name, picture, products, moving FROM (${listSql('category')} UNION ALL ${listSql('brand')}) g
     ORDER BY kind DESC, store, position, slug`,
  );
  return rows;
};

export interface StoredGroup {
  readonly slug: string;
  readonly name: string;
  readonly picture: string;
}

/** Locks the categories or brands of a storefront, and returns them in display order. */
export const lockGroups = async (
  connection: Queryable,
  kind: GroupKind,
  store: StorefrontSlug,
): Promise<StoredGroup[]> => {
  const { table, picture } = GROUPS[kind];
  const { rows } = await connection.query<StoredGroup>(
    `SELECT slug, name, ${picture} AS picture FROM ${table} WHERE store = $1 ORDER BY position, slug FOR UPDATE`,
    [store],
  );
  return rows;
};

export const insertGroup = async (
  connection: Queryable,
  { kind, store, slug, name, picture }: GroupPlace & StoredGroup,
  now: Date,
): Promise<void> => {
  const { table, picture: column } = GROUPS[kind];
  await connection.query(
    `INSERT INTO ${table} (store, slug, name, ${column}, position, edited_at)
     SELECT $1, $2, $3, $4, coalesce(max(position) + 1, 0), $5 FROM ${table} WHERE store = $1`,
    [store, slug, name, picture, now],
  );
};

export const updateGroup = async (
  connection: Queryable,
  { kind, store, slug }: GroupPlace,
  changed: StoredGroup,
  now: Date,
): Promise<void> => {
  const { table, picture } = GROUPS[kind];
  await connection.query(
    `UPDATE ${table} SET slug = $3, name = $4, ${picture} = $5, edited_at = $6 WHERE store = $1 AND slug = $2`,
    [store, slug, changed.slug, changed.name, changed.picture, now],
  );
};

export const updateOrder = async (
  connection: Queryable,
  kind: GroupKind,
  store: StorefrontSlug,
  slugs: readonly string[],
  now: Date,
): Promise<void> => {
  const { table } = GROUPS[kind];
  await connection.query(
    `UPDATE ${table} g SET position = o.position, edited_at = $3
     FROM unnest($2::text[]) WITH ORDINALITY o(slug, position) WHERE g.store = $1 AND g.slug = o.slug`,
    [store, slugs, now],
  );
};

export const deleteGroup = async (connection: Queryable, { kind, store, slug }: GroupPlace): Promise<void> => {
  await connection.query(`DELETE FROM ${GROUPS[kind].table} WHERE store = $1 AND slug = $2`, [store, slug]);
};

/** Whether a product has it, in whatever state. */
export const isGroupUsed = async (connection: Queryable, { kind, store, slug }: GroupPlace): Promise<boolean> => {
  const { rows } = await connection.query(
    `SELECT 1 FROM products WHERE store = $1 AND ${GROUPS[kind].column} = $2 LIMIT 1`,
    [store, slug],
  );
  return rows.length > 0;
};

/** Whether products still have to follow from this address to another one than `except`. */
export const isLeft = async (
  connection: Queryable,
  { kind, store, slug }: GroupPlace,
  except: string | undefined,
): Promise<boolean> => {
  const { rows } = await connection.query(
    `SELECT 1 FROM group_moves
     WHERE kind = $1 AND store = $2 AND slug = $3 AND to_slug <> slug AND to_slug IS DISTINCT FROM $4 AND NOT done`,
    [kind, store, slug, except ?? null],
  );
  return rows.length > 0;
};

/** What is at this address now has not moved away. */
export const forgetMove = async (connection: Queryable, { kind, store, slug }: GroupPlace): Promise<void> => {
  await connection.query('DELETE FROM group_moves WHERE kind = $1 AND store = $2 AND slug = $3', [kind, store, slug]);
};

/** Records that products have to follow to an address, or that there is none any more. */
export const insertMove = async (
  connection: Queryable,
  { kind, store, slug }: GroupPlace,
  toSlug: string | null,
  now: Date,
): Promise<void> => {
  // What led here leads there.
  await connection.query(
    'UPDATE group_moves SET to_slug = $4, at = $5, done = $4::text IS NULL WHERE kind = $1 AND store = $2 AND to_slug = $3 AND slug <> $3',
    [kind, store, slug, toSlug, now],
  );
  await connection.query(
    `INSERT INTO group_moves (kind, store, slug, to_slug, at, done) VALUES ($1, $2, $3, $4, $5, $4::text IS NULL)
     ON CONFLICT (kind, store, slug) DO UPDATE SET to_slug = excluded.to_slug, at = excluded.at, done = excluded.done`,
    [kind, store, slug, toSlug, now],
  );
};

/** Returns the URL of a picture that can be shown. */
export const findReadyPicture = async (connection: Queryable, id: number): Promise<string | undefined> => {
  const { rows } = await connection.query<{ url: string }>(
    "SELECT url FROM pictures WHERE id = $1 AND state = 'ready'",
    [id],
  );
  return rows[0]?.url;
};
