import type { Address, NewAddress } from '@shop/contracts';
import { addressAdded, addressDeleted, addressesReceived, addressUpdated, createCallThunk } from '@shop/shared/state';

const contracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/addresses');

/** Creates an address, or updates the one with this id. */
export const addressSaved = createCallThunk(
  'addresses/saved',
  async ({ id, address }: { readonly id: string | null; readonly address: NewAddress }, { extra }) => {
    const { addAddress, changeAddress } = await contracts();
    return id === null
      ? extra.api.request(addAddress, { body: address })
      : extra.api.request(changeAddress, { params: { id }, body: address });
  },
  {
    onSuccess({ address }, { dispatch }, { id }) {
      dispatch(id === null ? addressAdded(address) : addressUpdated(address));
    },
  },
);

/** Makes an address the default that forms start with. */
export const addressPreferred = createCallThunk(
  'addresses/preferred',
  async ({ id, kind }: { id: Address['id']; kind: 'default_billing' | 'default_shipping' }, { extra }) => {
    const { changeAddress } = await contracts();
    return extra.api.request(changeAddress, { params: { id }, body: { [kind]: true } });
  },
  {
    onSuccess({ address }, { dispatch }) {
      dispatch(addressUpdated(address));
    },
  },
);

/** Deletes an address. Another one may become the default, so the response is the whole list. */
export const addressRemoved = createCallThunk(
  'addresses/removed',
  async (id: string, { extra }) => {
    const { deleteAddress } = await contracts();
    return extra.api.request(deleteAddress, { params: { id } });
  },
  {
    onSuccess({ data }, { dispatch }, id) {
      dispatch(addressDeleted(id));
      dispatch(addressesReceived(data));
    },
  },
);
