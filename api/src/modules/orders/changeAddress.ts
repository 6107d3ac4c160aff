import { checkPostalParts, type PostalAddress } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { applyTransition } from './applyTransition';
import { readForChange, type ByActor } from './changeOrder';
import { setShippingAddress } from './ordersRepository';
import { createRefusal, requireTransition } from './transitions';

interface AddressChange extends ByActor {
  readonly address: PostalAddress;
  /** The version that was seen. */
  readonly version: number;
}

/**
 * Changes where an order goes, until something of it is sent.
 * @throws {ShopError} ORDER_NOT_FOUND; ORDER_REFUSED; INVALID_FORM with a message for each field; CHANGED_MEANWHILE
 * with the address that somebody else has saved.
 */
export const changeAddress = async (
  connection: Queryable,
  number: string,
  { actor, now, address, version }: AddressChange,
): Promise<void> => {
  const { locked, order } = await readForChange(connection, number);
  requireTransition('changeAddress', number, order.status);
  if (order.shipments?.length) throw createRefusal(`A part of the order ${number} is sent: its address stays.`);
  if (order.delivery && address.zipCode !== (order.shipping_address ?? order.billing).zipCode)
    throw new ShopError('INVALID_FORM', {
      fields: { zipCode: 'A van brings this order in its slot: it cannot go to another ZIP code.' },
    });
  const fields = checkPostalParts(address);
  if (Object.keys(fields).length > 0) throw new ShopError('INVALID_FORM', { fields });
  const before: PostalAddress = order.shipping_address ?? order.billing;
  if (locked.addressVersion !== version)
    throw new ShopError('CHANGED_MEANWHILE', {
      fields: Object.fromEntries(Object.keys(address).map((field) => [field, before[field as keyof PostalAddress]])),
    });
  await setShippingAddress(connection, number, address);
  // The audit is for good, and an address is not: it says only what was changed.
  const changed = Object.entries(address).flatMap(([field, text]) =>
    before[field as keyof PostalAddress] === text ? [] : [field],
  );
  await applyTransition(connection, 'changeAddress', order, { actor, now, after: { fields: changed } });
};
