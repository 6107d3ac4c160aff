import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** A wished product as it was when the heart was pressed: enough to show it without a call. */
export interface WishlistItem {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly price: number;
  readonly category: string;
  readonly rating: number;
  readonly priceFrom: boolean;
}

export interface ProfileState {
  wishlist: WishlistItem[];
}

const initialState: ProfileState = { wishlist: [] };

export const profileSlice = createSlice({
  name: 'profile',
  initialState,
  reducers: {
    wishlistRestored(state, action: PayloadAction<readonly WishlistItem[]>) {
      state.wishlist = [...action.payload];
    },
    wishlistItemAdded(state, action: PayloadAction<WishlistItem>) {
      if (!state.wishlist.some((item) => item.id === action.payload.id)) state.wishlist.push(action.payload);
    },
    wishlistItemRemoved(state, action: PayloadAction<string>) {
      state.wishlist = state.wishlist.filter((item) => item.id !== action.payload);
    },
  },
  selectors: {
    selectWishlist: (state) => state.wishlist,
    selectWishlistCount: (state) => state.wishlist.length,
  },
});

export const { wishlistRestored, wishlistItemAdded, wishlistItemRemoved } = profileSlice.actions;
export const { selectWishlist, selectWishlistCount } = profileSlice.selectors;

export const selectIsWished =
  (id: string) =>
  (state: { profile: ProfileState }): boolean =>
    state.profile.wishlist.some((item) => item.id === id);
