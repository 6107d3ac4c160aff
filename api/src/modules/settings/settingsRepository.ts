import type { Queryable, Readable } from '../../database/Database';

/** A group of settings: one of a kind, or one for each storefront, such as 'shop.jewellery-store'. */
export type SettingKey = 'payments' | 'currencies' | 'search' | `shop.${string}` | `opening.${string}`;

export interface StoredSetting {
  readonly key: SettingKey;
  readonly value: unknown;
  readonly version: number;
  readonly editedAt: Date;
  readonly editedBy: string;
}

/** Returns what staff have set. */
export const findSettings = async (database: Readable): Promise<readonly StoredSetting[]> => {
  const { rows } = await database.query<StoredSetting>({
    name: 'settings',
    text: 'SELECT key, value, version, edited_at AS "editedAt", edited_by AS "editedBy" FROM settings',
    values: [],
  });
  return rows;
};

/**
 * Writes a group whose version is `seen`; 0 if nobody has set it. Returns false if somebody else has changed it
 * meanwhile.
 */
export const writeSetting = async (
  connection: Queryable,
  { key, value, editedAt, editedBy }: Omit<StoredSetting, 'version'>,
  seen: number,
): Promise<boolean> => {
  const values = [key, JSON.stringify(value), editedAt, editedBy];
  const { rowCount } =
    seen === 0
      ? await connection.query(
          `INSERT INTO settings (key, value, edited_at, edited_by) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
          values,
        )
      : await connection.query(
          `UPDATE settings SET value = $2, edited_at = $3, edited_by = $4, version = version + 1
           WHERE key = $1 AND version = $5`,
          [...values, seen],
        );
  return rowCount === 1;
};

/** Sets the rate of currencies, in units per US dollar. */
export const updateRates = async (connection: Queryable, rates: Readonly<Record<string, number>>): Promise<void> => {
  await connection.query(
    'UPDATE currencies SET rate = n.rate FROM unnest($1::text[], $2::numeric[]) AS n(code, rate) WHERE currencies.code = n.code',
    [Object.keys(rates), Object.values(rates)],
  );
};
