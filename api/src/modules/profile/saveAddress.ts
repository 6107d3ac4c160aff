import { randomUUID } from 'node:crypto';
import { checkPostalParts, MAX_ADDRESSES, type Address, type NewAddress } from '@shop/shared/contracts';
import type { Clock } from '../../clock';
import type { Database, Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import {
  deleteAddress,
  findAddresses,
  insertAddress,
  lockAddresses,
  moveDefault,
  updateAddress,
  type DefaultKind,
} from './addressesRepository';

interface AddressContext {
  readonly database: Database;
  readonly clock: Clock;
}

const DEFAULT_KINDS: readonly DefaultKind[] = ['default_billing', 'default_shipping'];

const find = async (connection: Queryable, accountId: string, id: string): Promise<Address> => {
  const address = (await findAddresses(connection, accountId)).find((candidate) => candidate.id === id);
  if (!address) throw new ShopError('ADDRESS_NOT_FOUND');
  return address;
};

/** States and postcodes by country. @throws {ShopError} INVALID_FORM, a sentence by each field. */
const requirePostalParts = (address: Pick<NewAddress, 'country' | 'state' | 'zipCode'>): void => {
  const fields: Record<string, string> = { ...checkPostalParts(address) };
  if (Object.keys(fields).length > 0) throw new ShopError('INVALID_FORM', { fields });
};

/** The first address is the default for both. */
export const addAddress = (
  { database, clock }: AddressContext,
  accountId: string,
  { default_billing, default_shipping, ...fields }: NewAddress,
): Promise<Address> =>
  database.transaction(async (connection) => {
    requirePostalParts(fields);
    await lockAddresses(connection, accountId);
    const present = await findAddresses(connection, accountId);
    if (present.length >= MAX_ADDRESSES) throw new ShopError('TOO_MANY_ADDRESSES');
    const id = randomUUID();
    await insertAddress(connection, accountId, id, fields, clock.now());
    const wanted = { default_billing, default_shipping };
    for (const kind of DEFAULT_KINDS)
      if (wanted[kind] || present.length === 0) await moveDefault(connection, accountId, id, kind);
    return find(connection, accountId, id);
  });

export const changeAddress = (
  { database }: AddressContext,
  accountId: string,
  id: string,
  { default_billing, default_shipping, ...fields }: Partial<NewAddress>,
): Promise<Address> =>
  database.transaction(async (connection) => {
    await lockAddresses(connection, accountId);
    if (!(await updateAddress(connection, accountId, id, fields))) throw new ShopError('ADDRESS_NOT_FOUND');
    // as it is now: a change of the country alone may leave the rest wrong
    requirePostalParts(await find(connection, accountId, id));
    const wanted = { default_billing, default_shipping };
    for (const kind of DEFAULT_KINDS) if (wanted[kind]) await moveDefault(connection, accountId, id, kind);
    return find(connection, accountId, id);
  });

/** The oldest address left takes over what this one was the default for. Answers what is left. */
export const removeAddress = ({ database }: AddressContext, accountId: string, id: string): Promise<Address[]> =>
  database.transaction(async (connection) => {
    await lockAddresses(connection, accountId);
    const gone = await find(connection, accountId, id);
    await deleteAddress(connection, accountId, id);
    const [heir] = await findAddresses(connection, accountId);
    for (const kind of DEFAULT_KINDS) if (heir && gone[kind]) await moveDefault(connection, accountId, heir.id, kind);
    return findAddresses(connection, accountId);
  });
