import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { MAX_QUANTITY } from '../contracts/constants';
import { fromCents, toCents } from '../format/money';

export interface CartItem {
  /** One line of the cart: the product's id, with the variant's where there is one. */
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly price: number;
  readonly category: string;
  readonly rating: number;
  quantity: number;
  readonly productId: string;
  readonly variantId: string | null;
}

/** What a page hands over: quantity follows from the rules. */
export type NewCartItem = Omit<CartItem, 'quantity'> & { readonly quantity?: number };

export interface CartState {
  items: CartItem[];
  itemCount: number;
  total: number;
  /** False until this browser's kept cart was looked for: until then an empty cart is an unknown one. */
  restored: boolean;
}

export const cartLineId = (productId: string, variantId: string | null): string =>
  variantId === null ? productId : `${productId}:${variantId}`;

const initialState: CartState = { items: [], itemCount: 0, total: 0, restored: false };

// SPEC 4: after each change itemCount is the sum of quantities and total the sum of price times quantity.
const retotal = (state: CartState): void => {
  state.itemCount = state.items.reduce((count, item) => count + item.quantity, 0);
  state.total = fromCents(state.items.reduce((cents, item) => cents + toCents(item.price) * item.quantity, 0));
};

const setQuantity = (state: CartState, id: string, quantity: number): void => {
  const item = state.items.find((line) => line.id === id);
  if (!item || !Number.isInteger(quantity)) return;
  if (quantity <= 0) state.items = state.items.filter((line) => line.id !== id);
  else item.quantity = Math.min(quantity, MAX_QUANTITY);
  retotal(state);
};

export const cartSlice = createSlice({
  name: 'cart',
  initialState,
  reducers: {
    /** SPEC 4: an item already in the cart gains 1; quick view may add a chosen quantity. */
    cartItemAdded(state, { payload: { quantity = 1, ...item } }: PayloadAction<NewCartItem>) {
      const present = state.items.find((line) => line.id === item.id);
      if (present) present.quantity = Math.min(present.quantity + quantity, MAX_QUANTITY);
      else state.items.push({ ...item, quantity: Math.min(quantity, MAX_QUANTITY) });
      retotal(state);
    },
    cartItemRemoved(state, action: PayloadAction<string>) {
      state.items = state.items.filter((line) => line.id !== action.payload);
      retotal(state);
    },
    cartQuantityChanged(state, action: PayloadAction<{ readonly id: string; readonly quantity: number }>) {
      setQuantity(state, action.payload.id, action.payload.quantity);
    },
    cartCleared: () => ({ ...initialState, restored: true }),
    /** The cart kept in this browser, or as another tab left it. */
    cartRestored(state, action: PayloadAction<readonly CartItem[]>) {
      state.items = action.payload.map((item) => ({ ...item }));
      state.restored = true;
      retotal(state);
    },
    /** The server said what the lines cost now; a line it does not name is gone. */
    cartRepriced(
      state,
      action: PayloadAction<readonly { readonly id: string; readonly price: number; readonly quantity: number }[]>,
    ) {
      const fresh = new Map(action.payload.map((line) => [line.id, line]));
      state.items = state.items.flatMap((item) => {
        const line = fresh.get(item.id);
        return line && line.quantity > 0 ? [{ ...item, price: line.price, quantity: line.quantity }] : [];
      });
      retotal(state);
    },
  },
  selectors: {
    selectCart: (state) => state,
    selectCartItems: (state) => state.items,
    selectCartCount: (state) => state.itemCount,
    selectCartTotal: (state) => state.total,
  },
});

export const { cartItemAdded, cartItemRemoved, cartQuantityChanged, cartCleared, cartRestored, cartRepriced } = cartSlice.actions;
export const { selectCart, selectCartItems, selectCartCount, selectCartTotal } = cartSlice.selectors;
