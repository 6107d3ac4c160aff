import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { OrderItemInput, PricedCart, PricedLine } from '@shop/contracts/cart';
import { MAX_ORDER_LINES, MAX_QUANTITY } from '@shop/contracts/constants';
import type { Choices } from '@shop/contracts/choices';
import type { Coupon } from '@shop/contracts/coupons';
import { computeDiscountCents } from '@shop/contracts/computeDiscountCents';
import { serializeChoices } from '@shop/contracts/describeChoices';
import type { Measure } from '@shop/contracts/measure';
import { fromCents, toCents } from '../format/money';

export interface CartItem {
  /** Line id: the product's id, with the variant's id and the choices if there are any. */
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly price: number;
  readonly category: string;
  readonly rating: number;
  quantity: number;
  readonly productId: string;
  readonly variantId: string | null;
  /** What the shopper chose for it; `name` and `price` include it. */
  readonly choices?: Choices;
  /** Last known stock. */
  readonly available?: number;
  readonly measure?: Measure | null | undefined;
}

/** An item to add; its quantity is optional. */
export type NewCartItem = Omit<CartItem, 'quantity'> & { readonly quantity?: number };

/** A change to report to the shopper: by the server, or one that can be undone. */
export type CartChange =
  | { readonly kind: 'removed'; readonly item: CartItem }
  | { readonly kind: 'gone'; readonly name: string }
  | { readonly kind: 'stock'; readonly name: string; readonly quantity: number; readonly measure?: CartItem['measure'] }
  | { readonly kind: 'price'; readonly name: string; readonly from: number; readonly to: number }
  | { readonly kind: 'coupon'; readonly code: string; readonly reason?: string | undefined };

export interface CartState {
  items: CartItem[];
  itemCount: number;
  /** product.md 6.2: the sum of price times quantity, without the coupon's discount. */
  total: number;
  coupon: Coupon | null;
  /** Changes since the shopper acted last. */
  changes: CartChange[];
  /** False until the stored cart was restored; until then an empty cart is unknown. */
  restored: boolean;
}

export const buildCartLineId = (productId: string, variantId: string | null, choices?: Choices): string =>
  `${productId}${variantId === null ? '' : `:${variantId}`}${serializeChoices(choices)}`;

const toLineId = ({ product_id, variant_id, choices }: PricedLine): string =>
  buildCartLineId(product_id, variant_id, choices);

const initialState: CartState = { items: [], itemCount: 0, total: 0, coupon: null, changes: [], restored: false };

/** Converts a priced line to a cart item. */
export const toCartItem = ({
  product_id: productId,
  variant_id: variantId,
  unit_price: price,
  ...line
}: PricedLine): CartItem => ({
  ...line,
  id: buildCartLineId(productId, variantId, line.choices),
  productId,
  variantId,
  price,
});

const getMaxQuantity = ({ available = MAX_QUANTITY }: Pick<CartItem, 'available'>): number =>
  Math.min(Math.max(available, 1), MAX_QUANTITY);

/** Lists differences between the shown cart and its current prices. */
const listChanges = ({ items, coupon }: CartState, priced: PricedCart): CartChange[] => {
  const fresh = new Map(priced.lines.map((line) => [toLineId(line), line]));
  const lineChanges = items.flatMap(({ id, name, price, quantity }): CartChange[] => {
    const line = fresh.get(id);
    if (!line) return [{ kind: 'gone', name }];
    return [
      ...(line.unit_price === price ? [] : [{ kind: 'price', name, from: price, to: line.unit_price } as const]),
      ...(line.quantity === quantity
        ? []
        : [{ kind: 'stock', name, quantity: line.quantity, measure: line.measure } as const]),
    ];
  });
  return coupon && !priced.coupon
    ? [...lineChanges, { kind: 'coupon', code: coupon.code, reason: priced.coupon_refusal }]
    : lineChanges;
};

// product.md 6.2: after each change itemCount is the sum of quantities and total the sum of price times quantity.
const updateTotals = (state: CartState): void => {
  state.itemCount = state.items.reduce((count, item) => count + item.quantity, 0);
  state.total = fromCents(state.items.reduce((cents, item) => cents + toCents(item.price) * item.quantity, 0));
};

const setQuantity = (state: CartState, id: string, quantity: number): void => {
  const item = state.items.find((line) => line.id === id);
  if (!item || !Number.isInteger(quantity)) return;
  state.changes = quantity <= 0 ? [{ kind: 'removed', item: { ...item } }] : [];
  if (quantity <= 0) state.items = state.items.filter((line) => line.id !== id);
  else item.quantity = Math.min(quantity, getMaxQuantity(item));
  updateTotals(state);
};

export const cartSlice = createSlice({
  name: 'cart',
  initialState,
  reducers: {
    /**
     * product.md 6.1: an item already in the cart gains 1; quick view may add a chosen quantity. Capped at the stock.
     */
    cartItemAdded(state, { payload: { quantity = 1, ...item } }: PayloadAction<NewCartItem>) {
      const index = state.items.findIndex((line) => line.id === item.id);
      const present = state.items[index];
      if (present)
        state.items[index] = {
          ...present,
          ...(item.available === undefined ? {} : { available: item.available }),
          quantity: Math.min(present.quantity + quantity, getMaxQuantity(item)),
        };
      else if (state.items.length < MAX_ORDER_LINES)
        state.items.push({ ...item, quantity: Math.min(quantity, getMaxQuantity(item)) });
      state.changes = [];
      updateTotals(state);
    },
    cartItemRemoved(state, action: PayloadAction<string>) {
      setQuantity(state, action.payload, 0);
    },
    cartQuantityChanged(state, action: PayloadAction<{ readonly id: string; readonly quantity: number }>) {
      setQuantity(state, action.payload.id, action.payload.quantity);
    },
    cartCleared: () => ({ ...initialState, restored: true }),
    /** Undoes clearing: restores items and coupon. */
    cartClearUndone(state, { payload: { items, coupon } }: PayloadAction<Pick<CartState, 'items' | 'coupon'>>) {
      state.items = items.map((item) => ({ ...item }));
      state.coupon = coupon;
      updateTotals(state);
    },
    /** The cart was restored from this browser or another tab. */
    cartRestored(state, action: PayloadAction<readonly CartItem[]>) {
      state.items = action.payload.map((item) => ({ ...item }));
      state.restored = true;
      updateTotals(state);
    },
    cartCouponSet(state, action: PayloadAction<Coupon | null>) {
      state.coupon = action.payload;
    },
    /** The server returned current prices, stock and discount; lines that it omits are removed. */
    cartPriced(state, { payload }: PayloadAction<PricedCart>) {
      const changes = listChanges(state, payload);
      if (changes.length > 0) state.changes = changes;
      const fresh = new Map(payload.lines.map((line) => [toLineId(line), line]));
      state.items = state.items.flatMap((item) => {
        const line = fresh.get(item.id);
        if (!line) return [];
        const { unit_price: price, quantity, available, measure } = line;
        return [{ ...item, price, quantity, available, measure }];
      });
      state.coupon = payload.coupon;
      updateTotals(state);
    },
    /** The changes were shown. */
    cartChangesSeen(state) {
      state.changes = [];
    },
  },
  selectors: {
    selectCart: (state) => state,
    selectCartItems: (state) => state.items,
    /** What is shown to people: a weight is one piece, however many steps it has. */
    selectCartCount: ({ items }) =>
      items.reduce((count, { quantity, measure }) => count + (measure?.stepGrams ? 1 : quantity), 0),
    selectCartTotal: (state) => state.total,
    /** The coupon's discount in dollars. */
    selectCartDiscount: ({ coupon, items }) =>
      coupon
        ? fromCents(
            computeDiscountCents(
              coupon,
              items.map((item) => ({ ...item, priceCents: toCents(item.price) })),
            ),
          )
        : 0,
  },
});

export const {
  cartItemAdded,
  cartItemRemoved,
  cartQuantityChanged,
  cartCleared,
  cartClearUndone,
  cartRestored,
  cartCouponSet,
  cartPriced,
  cartChangesSeen,
} = cartSlice.actions;
export const { selectCart, selectCartItems, selectCartCount, selectCartTotal, selectCartDiscount } =
  cartSlice.selectors;

/** Returns the amount to pay: the total minus the discount; shipping is free. */
export const selectAmountToPay = (state: { readonly cart: CartState }): number =>
  fromCents(toCents(selectCartTotal(state)) - toCents(selectCartDiscount(state)));

/** Converts a cart for API calls. */
export const toCartContents = ({
  items,
  coupon,
}: Pick<CartState, 'items' | 'coupon'>): { items: OrderItemInput[]; couponCode: string | null } => ({
  items: items.map(({ productId, variantId, quantity, choices }) => ({
    product_id: productId,
    variant_id: variantId,
    quantity,
    ...(choices && { choices }),
  })),
  couponCode: coupon?.code ?? null,
});
