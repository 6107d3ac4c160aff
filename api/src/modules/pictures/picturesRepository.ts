import type { StaffPicture } from '@shop/contracts';
import type { Actor } from '../../audit/Actor';
import type { Queryable } from '../../database/Database';

const PAGE_SIZE = 50;

const PICTURE_JSON = `json_build_object('id', id, 'hash', hash, 'name', name, 'url', CASE WHEN state = 'ready' THEN url END,
  'width', width, 'height', height, 'alt', alt, 'state', state, 'error', error, 'bytes', bytes, 'by', actor ->> 'name',
  'date', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`;

export interface NewPicture extends Pick<StaffPicture, 'hash' | 'name' | 'width' | 'height' | 'alt' | 'bytes'> {
  readonly url: string;
  readonly actor: Actor;
}

/**
 * Adds a picture, or makes one of the same file wait again that failed. Returns its id, or undefined if it is there.
 */
export const insertPicture = async (
  connection: Queryable,
  { hash, name, url, width, height, alt, bytes, actor }: NewPicture,
  now: Date,
): Promise<number | undefined> =>
  (
    await connection.query<{ id: number }>(
      `INSERT INTO pictures (hash, name, url, width, height, alt, state, bytes, actor, created_at, next_attempt_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8, $9, $9)
       ON CONFLICT (hash) DO UPDATE SET state = 'waiting', error = '', attempts = 0, next_attempt_at = excluded.next_attempt_at
         WHERE pictures.state = 'failed'
       RETURNING id`,
      [hash, name, url, width, height, alt, bytes, JSON.stringify(actor), now],
    )
  ).rows[0]?.id;

export const findPicture = async (
  connection: Queryable,
  by: { readonly id: number } | { readonly hash: string },
): Promise<StaffPicture | undefined> => {
  const [column, value] = 'id' in by ? ['id', by.id] : ['hash', by.hash];
  const { rows } = await connection.query<{ picture: StaffPicture }>(
    `SELECT ${PICTURE_JSON} AS picture FROM pictures WHERE ${column} = $1`,
    [value],
  );
  return rows[0]?.picture;
};

/** Null for all. */
export interface PictureFilter {
  /** Part of a name. */
  readonly q: string | null;
  readonly ids: readonly number[] | null;
  readonly hashes: readonly string[] | null;
  /** Id of the last picture of the page before. */
  readonly before: number | null;
}

/** Returns a page of pictures, the newest first, and the cursor of the next one. */
export const findPictures = async (
  connection: Queryable,
  { q, ids, hashes, before }: PictureFilter,
): Promise<{ readonly items: StaffPicture[]; readonly next: string | null }> => {
  const { rows } = await connection.query<{ picture: StaffPicture }>(
    `SELECT ${PICTURE_JSON} AS picture FROM pictures
     WHERE ($1::text IS NULL OR strpos(lower(name), lower($1)) > 0) AND ($2::int[] IS NULL OR id = ANY($2))
       AND ($3::text[] IS NULL OR hash = ANY($3)) AND ($4::int IS NULL OR id < $4)
     ORDER BY id DESC LIMIT ${PAGE_SIZE + 1}`,
    [q, ids, hashes, before],
  );
  const items = rows.slice(0, PAGE_SIZE).map(({ picture }) => picture);
  return { items, next: rows.length > PAGE_SIZE ? String(items.at(-1)?.id) : null };
};

interface NamedFile extends Pick<StaffPicture, 'name' | 'width' | 'height' | 'alt' | 'state'> {
  readonly url: string;
}

/** Finds pictures by the names of their files; of several with one name, the newest that has not failed. */
export const findPicturesByName = async (
  connection: Queryable,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedFile>> => {
  const { rows } = await connection.query<NamedFile>(
    `SELECT DISTINCT ON (asked) asked AS name, url, width, height, alt, state
     FROM unnest($1::text[]) asked JOIN pictures p ON lower(p.name) = lower(asked)
     WHERE state <> 'failed' ORDER BY asked, id DESC`,
    [names],
  );
  return new Map(rows.map((picture) => [picture.name, picture]));
};

/** Returns the alternative text before; undefined if there is no such picture. */
export const lockAlt = async (connection: Queryable, id: number): Promise<string | undefined> =>
  (await connection.query<{ alt: string }>('SELECT alt FROM pictures WHERE id = $1 FOR UPDATE', [id])).rows[0]?.alt;

export const setAlt = async (connection: Queryable, id: number, alt: string): Promise<void> => {
  await connection.query('UPDATE pictures SET alt = $2 WHERE id = $1', [id, alt]);
};

// --- Pictures whose sizes are to be made

export interface DuePicture {
  readonly id: number;
  readonly hash: string;
  readonly url: string;
  readonly attempts: number;
}

/** Leases the picture that waits the longest until `leaseUntil`, when other processes take it over. */
export const leaseDuePicture = async (
  connection: Queryable,
  now: Date,
  leaseUntil: Date,
): Promise<DuePicture | undefined> =>
  (
    await connection.query<DuePicture>(
      `UPDATE pictures SET attempts = attempts + 1, next_attempt_at = $2
       WHERE id = (SELECT id FROM pictures WHERE state = 'waiting' AND next_attempt_at <= $1
         ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING id, hash, url, attempts`,
      [now, leaseUntil],
    )
  ).rows[0];

export const prolongLease = async (connection: Queryable, id: number, leaseUntil: Date): Promise<void> => {
  await connection.query("UPDATE pictures SET next_attempt_at = $2 WHERE id = $1 AND state = 'waiting'", [
    id,
    leaseUntil,
  ]);
};

export const endPicture = async (connection: Queryable, id: number, failure: string | null): Promise<void> => {
  await connection.query("UPDATE pictures SET state = $2, error = $3 WHERE id = $1 AND state = 'waiting'", [
    id,
    failure === null ? 'ready' : 'failed',
    failure ?? '',
  ]);
};

/** For the storage's sake, which is no attempt of the picture. */
export const postponePicture = async (
  connection: Queryable,
  id: number,
  reason: string,
  until: Date,
): Promise<void> => {
  await connection.query(
    "UPDATE pictures SET error = $2, next_attempt_at = $3, attempts = 0 WHERE id = $1 AND state = 'waiting'",
    [id, reason, until],
  );
};
