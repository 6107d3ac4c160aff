import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import type { HistoryEntry } from '@shop/contracts/account';
import type { Address } from '@shop/contracts/addresses';
import type { User } from '@shop/contracts/auth';
import type { OrderSummary } from '@shop/contracts/orders';
import type { WishlistEntry } from '@shop/contracts/wishlist';
import { loginUser, sessionEnded, sessionRead, verifyOtp } from './authSlice';
import { createSharedAsyncThunk } from './createSharedAsyncThunk';

/** A wishlist product as of when it was added, or as currently sold: enough to show it without a call. */
export type WishlistItem = WishlistEntry;

/** product.md 9.2. Guests only have a wishlist. */
export interface ProfileState {
  user: User | null;
  orders: OrderSummary[];
  wishlist: WishlistItem[];
  addresses: Address[];
  history: HistoryEntry[];
  recentOrders: OrderSummary[];
  loading: boolean;
  error: string | null;
  /** False until the addresses were requested; until then an empty list is unknown. */
  addressesLoaded: boolean;
  /** Why the server's wishlist could not be loaded. */
  wishlistError: string | null;
}

const initialState: ProfileState = {
  user: null,
  orders: [],
  wishlist: [],
  addresses: [],
  history: [],
  recentOrders: [],
  loading: false,
  error: null,
  addressesLoaded: false,
  wishlistError: null,
};

const WISHLIST_FAILURE = 'Failed to fetch your wishlist';
const ADDRESSES_FAILURE = 'Failed to fetch your addresses';

/** Loads the saved addresses, for the account and the checkout. */
export const fetchAddresses = createSharedAsyncThunk(
  'profile/addressesFetched',
  async (_: void, { extra, dispatch, rejectWithValue }) => {
    const { listAddresses } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/addresses');
    const result = await extra.api.request(listAddresses, {});
    if (!result.ok) return rejectWithValue(result.failure.message);
    dispatch(profileSlice.actions.addressesReceived(result.value.data));
  },
);

/** Loads the server's wishlist after adding the guest's items. */
export const wishlistMerged = createSharedAsyncThunk(
  'profile/wishlistMerged',
  async (collected: readonly WishlistItem[], { extra, dispatch, rejectWithValue }) => {
    const { addToWishlist, listWishlist } = await import(
      /* webpackChunkName: "contracts" */ '@shop/contracts/wishlist'
    );
    const product_ids = collected.map(({ id }) => id);
    const result = await (product_ids.length > 0
      ? extra.api.request(addToWishlist, { body: { product_ids } })
      : extra.api.request(listWishlist, {}));
    if (!result.ok) return rejectWithValue(result.failure.message);
    dispatch(profileSlice.actions.wishlistReceived(result.value.data));
  },
);

const addOnce = (state: ProfileState, item: WishlistItem): void => {
  if (!state.wishlist.some(({ id }) => id === item.id)) state.wishlist.push(item);
};

/** There is one default of each kind, which the changed address may take over. */
const upsertAddress = (state: ProfileState, address: Address): void => {
  const others = state.addresses.map((other) => ({
    ...other,
    default_billing: other.default_billing && !address.default_billing,
    default_shipping: other.default_shipping && !address.default_shipping,
  }));
  const index = others.findIndex(({ id }) => id === address.id);
  state.addresses = index < 0 ? [...others, address] : others.with(index, address);
};

export const profileSlice = createSlice({
  name: 'profile',
  initialState,
  reducers: {
    ordersReceived(state, { payload }: PayloadAction<readonly OrderSummary[]>) {
      state.orders = [...payload];
    },
    recentOrdersReceived(state, { payload }: PayloadAction<readonly OrderSummary[]>) {
      state.recentOrders = [...payload];
    },
    historyReceived(state, { payload }: PayloadAction<readonly HistoryEntry[]>) {
      state.history = [...payload];
    },
    profileUserReceived(state, { payload }: PayloadAction<User>) {
      state.user = payload;
    },
    profileUpdated(state, { payload }: PayloadAction<Partial<User>>) {
      if (state.user) state.user = { ...state.user, ...payload };
    },
    /** From this browser's storage or the server. */
    wishlistReceived(state, { payload }: PayloadAction<readonly WishlistItem[]>) {
      state.wishlist = [...payload];
    },
    wishlistItemAdded(state, { payload }: PayloadAction<WishlistItem>) {
      addOnce(state, payload);
    },
    wishlistItemRemoved(state, { payload }: PayloadAction<string>) {
      state.wishlist = state.wishlist.filter(({ id }) => id !== payload);
    },
    addressesReceived(state, { payload }: PayloadAction<readonly Address[]>) {
      state.addresses = [...payload];
      state.addressesLoaded = true;
    },
    addressAdded(state, { payload }: PayloadAction<Address>) {
      upsertAddress(state, payload);
    },
    addressUpdated(state, { payload }: PayloadAction<Address>) {
      upsertAddress(state, payload);
    },
    addressDeleted(state, { payload }: PayloadAction<string>) {
      state.addresses = state.addresses.filter(({ id }) => id !== payload);
    },
    profileFailed(state, { payload }: PayloadAction<string | null>) {
      state.error = payload;
      state.loading = false;
    },
  },
  extraReducers: (builder) =>
    builder
      // The next user of the browser must not see personal data.
      .addCase(sessionEnded, () => initialState)
      .addCase(fetchAddresses.pending, (state) => {
        state.loading = true;
        state.error = null;
      })
      .addCase(fetchAddresses.fulfilled, (state) => {
        state.loading = false;
      })
      .addCase(fetchAddresses.rejected, (state, { payload }) => {
        state.loading = false;
        state.error = payload ?? ADDRESSES_FAILURE;
      })
      .addCase(wishlistMerged.fulfilled, (state) => {
        state.wishlistError = null;
      })
      .addCase(wishlistMerged.rejected, (state, { payload }) => {
        state.wishlistError = typeof payload === 'string' ? payload : WISHLIST_FAILURE;
      })
      .addMatcher(isAnyOf(verifyOtp.fulfilled, loginUser.fulfilled, sessionRead.fulfilled), (state, { payload }) => {
        state.user = payload.user ?? state.user;
      }),

  selectors: {
    selectProfile: (state) => state,
    selectWishlist: (state) => state.wishlist,
    selectWishlistCount: (state) => state.wishlist.length,
    selectAddresses: (state) => state.addresses,
  },
});

export const {
  ordersReceived,
  recentOrdersReceived,
  historyReceived,
  profileUserReceived,
  profileUpdated,
  wishlistReceived,
  wishlistItemAdded,
  wishlistItemRemoved,
  addressesReceived,
  addressAdded,
  addressUpdated,
  addressDeleted,
  profileFailed,
} = profileSlice.actions;
export const { selectProfile, selectWishlist, selectWishlistCount, selectAddresses } = profileSlice.selectors;

export const selectIsWished =
  (id: string) =>
  (state: { profile: ProfileState }): boolean =>
    state.profile.wishlist.some((item) => item.id === id);
