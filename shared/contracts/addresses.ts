import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Closed, defineEndpoint } from './endpoint';
import { RequiredText } from './fields';
import { postalFields, storedPostalFields } from './orders';

/** The fields of an address that the customer enters. */
export const addressFields = {
  /** The customer's name for it, such as "Home". */
  label: RequiredText(40),
  ...postalFields,
};

export const Address = Type.Object({
  id: Type.String(),
  label: Type.String(),
  ...storedPostalFields,
  default_billing: Type.Boolean(),
  default_shipping: Type.Boolean(),
});
export type Address = Static<typeof Address>;

/** The first address is the default for both. Setting a default moves it from the previous one. */
const defaults = {
  default_billing: Type.Optional(Type.Literal(true)),
  default_shipping: Type.Optional(Type.Literal(true)),
};

export const NewAddress = Closed({ ...addressFields, ...defaults });
export type NewAddress = Static<typeof NewAddress>;

const AddressListResponse = Type.Object({
  status: Type.Literal(true),
  message: Type.String(),
  data: Type.Array(Address),
});
const AddressResponse = Type.Object({ status: Type.Literal(true), message: Type.String(), address: Address });
const AddressId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const listAddresses = defineEndpoint({
  method: 'GET',
  path: '/addresses',
  access: 'customer',
  response: AddressListResponse,
  failureMessage: 'Failed to fetch your addresses',
});

export const addAddress = defineEndpoint({
  method: 'POST',
  path: '/addresses',
  access: 'customer',
  body: NewAddress,
  response: AddressResponse,
  failureMessage: 'Failed to save the address',
});

export const changeAddress = defineEndpoint({
  method: 'PATCH',
  path: '/addresses/:id',
  access: 'customer',
  params: AddressId,
  body: Type.Partial(NewAddress, { additionalProperties: false }),
  response: AddressResponse,
  failureMessage: 'Failed to save the address',
});

export const deleteAddress = defineEndpoint({
  method: 'DELETE',
  path: '/addresses/:id',
  access: 'customer',
  params: AddressId,
  response: AddressListResponse,
  failureMessage: 'Failed to delete the address',
});
