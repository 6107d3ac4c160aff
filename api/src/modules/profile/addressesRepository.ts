import { addressFields, type Address, type NewAddress } from '@shop/contracts';
import { toColumn } from '../../database/columnNames';
import type { Queryable } from '../../database/Database';
import { insertRow } from '../../database/insertRow';
import type { addressesTable } from './profileTables';

type AddressFields = Omit<NewAddress, 'default_billing' | 'default_shipping'>;

// The keys of a const object are exactly its type's keys.
const FIELDS = Object.keys(addressFields) as (keyof AddressFields)[];

const ADDRESS_SQL = `SELECT id, ${FIELDS.map((field) => `${toColumn(field)} AS "${field}"`).join(', ')}, default_billing, default_shipping FROM addresses`;

export const findAddresses = async (database: Queryable, accountId: string): Promise<Address[]> =>
  (
    await database.query<Address>({
      name: 'addresses',
      text: `${ADDRESS_SQL} WHERE account_id = $1 ORDER BY position`,
      values: [accountId],
    })
  ).rows;

export const countAddresses = async (database: Queryable, accountId: string): Promise<number> =>
  (await database.query<{ n: number }>('SELECT count(*)::int AS n FROM addresses WHERE account_id = $1', [accountId]))
    .rows[0]?.n ?? 0;

/** Locks the account's addresses until the transaction ends, which serializes changes of defaults. */
export const lockAddresses = async (database: Queryable, accountId: string): Promise<void> => {
  await database.query('SELECT 1 FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);
};

export const insertAddress = async (
  database: Queryable,
  accountId: string,
  id: string,
  fields: AddressFields,
  now: Date,
): Promise<void> => {
  await insertRow<typeof addressesTable>(database, 'addresses', {
    ...fields,
    id,
    accountId,
    createdAt: now,
    defaultBilling: false,
    defaultShipping: false,
  });
};

export const updateAddress = async (
  database: Queryable,
  accountId: string,
  id: string,
  fields: Partial<AddressFields>,
): Promise<boolean> => {
  const names = FIELDS.filter((name) => fields[name] !== undefined);
  const assignments = names.map((name, index) => `${toColumn(name)} = $${index + 3}`);
  const changed = await database.query(
    `UPDATE addresses SET ${['id = id', ...assignments].join(', ')} WHERE account_id = $1 AND id = $2`,
    [accountId, id, ...names.map((name) => fields[name])],
  );
  return changed.rowCount === 1;
};

export const deleteAddress = async (database: Queryable, accountId: string, id: string): Promise<boolean> =>
  (await database.query('DELETE FROM addresses WHERE account_id = $1 AND id = $2', [accountId, id])).rowCount === 1;

export type DefaultKind = 'default_billing' | 'default_shipping';

/** Makes this address the default. Clears the old default first, because a unique index allows only one. */
export const setDefault = async (
  database: Queryable,
  accountId: string,
  id: string,
  kind: DefaultKind,
): Promise<void> => {
  await database.query(`UPDATE addresses SET ${kind} = false WHERE account_id = $1 AND ${kind} AND id <> $2`, [
    accountId,
    id,
  ]);
  await database.query(`UPDATE addresses SET ${kind} = true WHERE account_id = $1 AND id = $2`, [accountId, id]);
};
