import type { Address, NewAddress } from '@shop/shared/contracts';
import {
  addressAdded,
  addressDeleted,
  addressesReceived,
  addressUpdated,
  createAppAsyncThunk,
  type Refusal,
} from '@shop/shared/state';

const contracts = () => import(/* webpackChunkName: "contracts" */ '@shop/shared/contracts/addresses');

type Refusing = { rejectValue: string; rejectedMeta: Pick<Refusal, 'fields'> };

/** Creates an address, or updates the one with this id. */
export const addressSaved = createAppAsyncThunk<
  void,
  { readonly id: string | null; readonly address: NewAddress },
  Refusing
>('addresses/saved', async ({ id, address }, { extra, dispatch, rejectWithValue }) => {
  const { addAddress, changeAddress } = await contracts();
  const result = await (id === null
    ? extra.api.request(addAddress, { body: address })
    : extra.api.request(changeAddress, { params: { id }, body: address }));
  if (!result.ok) return rejectWithValue(result.failure.message, { fields: result.failure.fields });
  dispatch(id === null ? addressAdded(result.value.address) : addressUpdated(result.value.address));
  return undefined;
});

/** Makes an address the default that forms start with. */
export const addressPreferred = createAppAsyncThunk(
  'addresses/preferred',
  async (
    { id, kind }: { id: Address['id']; kind: 'default_billing' | 'default_shipping' },
    { extra, dispatch, rejectWithValue },
  ) => {
    const { changeAddress } = await contracts();
    const result = await extra.api.request(changeAddress, { params: { id }, body: { [kind]: true } });
    if (!result.ok) return rejectWithValue(result.failure.message);
    dispatch(addressUpdated(result.value.address));
  },
);

/** Deletes an address. Another one may become the default, so the response is the whole list. */
export const addressRemoved = createAppAsyncThunk(
  'addresses/removed',
  async (id: string, { extra, dispatch, rejectWithValue }) => {
    const { deleteAddress } = await contracts();
    const result = await extra.api.request(deleteAddress, { params: { id } });
    if (!result.ok) return rejectWithValue(result.failure.message);
    dispatch(addressDeleted(id));
    dispatch(addressesReceived(result.value.data));
  },
);
