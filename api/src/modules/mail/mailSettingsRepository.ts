import type { StorefrontSlug } from '@shop/contracts';
import type { Queryable } from '../../database/Database';

/** What staff have set for a storefront's mails: its name and address, and its words; null where nothing is set. */
export const findMailSettings = async (
  connection: Queryable,
  store: StorefrontSlug,
): Promise<{ readonly shop: unknown; readonly words: unknown }> => {
  const { rows } = await connection.query<{ shop: unknown; words: unknown }>(
    `SELECT (SELECT value FROM settings WHERE key = 'shop.' || $1) AS shop,
       (SELECT v.body FROM content_documents d JOIN content_versions v ON v.id = d.published_id
        WHERE d.store = $1 AND d.key = 'mails') AS words`,
    [store],
  );
  return rows[0] ?? { shop: null, words: null };
};
