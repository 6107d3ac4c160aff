import type { Figures, StorefrontSlug } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { deleteInBatches } from '../../database/deleteInBatches';

export interface CountedSearch {
  /** "2026-11-28", of the shop's time zone. */
  readonly day: string;
  readonly store: StorefrontSlug;
  readonly term: string;
  readonly times: number;
}

/** Adds counted searches to those of other processes, which change their rows in the same order. */
export const addEmptySearches = async (database: Queryable, searches: readonly CountedSearch[]): Promise<void> => {
  if (searches.length === 0) return;
  await database.query(
    `INSERT INTO empty_searches (day, store, term, times)
     SELECT day, store, term, times FROM unnest($1::date[], $2::text[], $3::text[], $4::int[]) AS s (day, store, term, times)
     ORDER BY day, store, term
     ON CONFLICT (day, store, term) DO UPDATE SET times = empty_searches.times + excluded.times`,
    [
      searches.map(({ day }) => day),
      searches.map(({ store }) => store),
      searches.map(({ term }) => term),
      searches.map(({ times }) => times),
    ],
  );
};

const MAX_SEARCHES = 10;

/** Returns what was searched for without a result since a day, the most frequent first. */
export const findEmptySearches = async (
  database: Queryable,
  { from, store }: { readonly from: string; readonly store: StorefrontSlug | null },
): Promise<Figures['searches']> => {
  const { rows } = await database.query<Figures['searches'][number]>({
    name: 'empty-searches',
    text: `SELECT store, term, sum(times)::int AS times FROM empty_searches WHERE day >= $1 AND ($2 = '' OR store = $2)
      GROUP BY store, term ORDER BY sum(times) DESC, term, store LIMIT ${MAX_SEARCHES}`,
    values: [from, store ?? ''],
  });
  return rows;
};

export const deleteOldEmptySearches = async (database: Queryable, before: Date): Promise<void> => {
  await deleteInBatches(database, 'empty_searches', 'day < $1', [before.toISOString().slice(0, 10)]);
};
