import { randomUUID } from 'node:crypto';
import { checkPostalParts, MAX_ADDRESSES, type Address, type NewAddress } from '@shop/contracts';
import type { Clock } from '../../clock';
import type { Database, Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import {
  deleteAddress,
  findAddresses,
  insertAddress,
  lockAddresses,
  setDefault,
  updateAddress,
  type DefaultKind,
} from './addressesRepository';

interface AddressContext {
  readonly database: Database;
  readonly clock: Clock;
}

const DEFAULT_KINDS: readonly DefaultKind[] = ['default_billing', 'default_shipping'];

const requireAddress = async (connection: Queryable, accountId: string, id: string): Promise<Address> => {
  const address = (await findAddresses(connection, accountId)).find((candidate) => candidate.id === id);
  if (!address) throw new ShopError('ADDRESS_NOT_FOUND');
  return address;
};

/** Validates state and postal code by country. @throws {ShopError} INVALID_FORM with a message for each field. */
const requirePostalParts = (address: Pick<NewAddress, 'country' | 'state' | 'zipCode'>): void => {
  const fields: Record<string, string> = { ...checkPostalParts(address) };
  if (Object.keys(fields).length > 0) throw new ShopError('INVALID_FORM', { fields });
};

/** Adds an address. The first one becomes the default for both. */
export const addAddress = (
  { database, clock }: AddressContext,
  accountId: string,
  { default_billing, default_shipping, ...fields }: NewAddress,
): Promise<Address> =>
  database.transaction(async (connection) => {
    requirePostalParts(fields);
    await lockAddresses(connection, accountId);
    const existing = await findAddresses(connection, accountId);
    if (existing.length >= MAX_ADDRESSES) throw new ShopError('TOO_MANY_ADDRESSES');
    const id = randomUUID();
    await insertAddress(connection, accountId, id, fields, clock.now());
    const requestedDefaults = { default_billing, default_shipping };
    for (const kind of DEFAULT_KINDS)
      if (requestedDefaults[kind] || existing.length === 0) await setDefault(connection, accountId, id, kind);
    return requireAddress(connection, accountId, id);
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
    // Validate the updated address: changing only the country can make other fields invalid.
    requirePostalParts(await requireAddress(connection, accountId, id));
    const requestedDefaults = { default_billing, default_shipping };
    for (const kind of DEFAULT_KINDS) if (requestedDefaults[kind]) await setDefault(connection, accountId, id, kind);
    return requireAddress(connection, accountId, id);
  });

/** Removes an address. The oldest remaining one takes over its defaults. Returns the remaining addresses. */
export const removeAddress = ({ database }: AddressContext, accountId: string, id: string): Promise<Address[]> =>
  database.transaction(async (connection) => {
    await lockAddresses(connection, accountId);
    const removed = await requireAddress(connection, accountId, id);
    await deleteAddress(connection, accountId, id);
    const [successor] = await findAddresses(connection, accountId);
    for (const kind of DEFAULT_KINDS)
      if (successor && removed[kind]) await setDefault(connection, accountId, successor.id, kind);
    return findAddresses(connection, accountId);
  });
