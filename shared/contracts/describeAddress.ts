import { COUNTRIES } from './constants';
import type { PostalAddress } from './orders';

type WrittenAddress = Omit<PostalAddress, 'phone'> & { readonly phone?: string };

/** Returns an address as it is written on a parcel, a line for each part; the phone only if it is given. */
export const describeAddress = ({
  firstName,
  lastName,
  companyName,
  streetAddress,
  apartment,
  townCity,
  state,
  zipCode,
  country,
  phone,
}: WrittenAddress): string =>
  [
    `${firstName} ${lastName}`,
    companyName,
    streetAddress,
    apartment,
    `${townCity}, ${[state, zipCode].filter(Boolean).join(' ')}`,
    COUNTRIES[country],
    phone,
  ]
    .filter(Boolean)
    .join('\n');
