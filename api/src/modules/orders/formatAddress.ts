import type { Order } from '@shop/contracts';

/** An address in one line, without its phone. */
export const formatAddress = (address: Order['billing'] | NonNullable<Order['shipping_address']>): string =>
  [
    `${address.firstName} ${address.lastName}`,
    address.companyName,
    address.streetAddress,
    address.apartment,
    `${address.zipCode} ${address.townCity}`,
    address.state,
    address.country,
  ]
    .filter((part) => part.trim() !== '')
    .join(', ');
