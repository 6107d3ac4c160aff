import { createSlice } from '@reduxjs/toolkit';
import { aNewCartItem } from '../testing/cartItems';
import { cartItemAdded } from './cartSlice';
import { createShopStore, SliceConflictError, type SliceError } from './createShopStore';
import type { ShopServices } from './ShopServices';

const services = {} as ShopServices; // no thunk runs in these tests

const counter = createSlice({
  name: 'counter',
  initialState: { value: 0 },
  reducers: {
    counted: (state) => {
      state.value += 1;
    },
  },
});
const slice = { reducerPath: 'counter', reducer: counter.reducer };
const readCounter = (state: object): unknown => ('counter' in state ? state.counter : undefined);

test('each store has its own state', () => {
  const a = createShopStore({ services });
  const b = createShopStore({ services });
  a.injectSlices([slice], 'mfe-a');
  a.dispatch(counter.actions.counted());
  expect(readCounter(a.getState())).toEqual({ value: 1 });
  expect(readCounter(b.getState())).toBeUndefined();
});

test('adds an injected slice to the state at once', () => {
  const store = createShopStore({ services });
  store.injectSlices([slice], 'mfe-a');
  expect(readCounter(store.getState())).toEqual({ value: 0 });
});

test("applies a remote's preloaded state when its slice arrives", () => {
  const store = createShopStore({ services, preloadedState: { counter: { value: 7 } } });
  expect(readCounter(store.getState())).toBeUndefined();
  store.injectSlices([slice], 'mfe-a');
  expect(readCounter(store.getState())).toEqual({ value: 7 });
});

test('keeps the state when the same reducer is injected again', () => {
  const store = createShopStore({ services });
  store.injectSlices([slice], 'mfe-a');
  store.dispatch(counter.actions.counted());
  store.injectSlices([slice], 'mfe-a');
  expect(readCounter(store.getState())).toEqual({ value: 1 });
});

test('rejects another reducer for an existing key and names both owners', () => {
  const store = createShopStore({ services });
  store.injectSlices([slice], 'mfe-a');
  const other = { reducerPath: 'counter', reducer: () => 0 };
  expect(() => store.injectSlices([other], 'mfe-b')).toThrow(SliceConflictError);
  expect(() => store.injectSlices([other], 'mfe-b')).toThrow('The slice "counter" of mfe-b is already used by mfe-a');
});

test("replaces a remote's slices by those of another release with fresh state", () => {
  const store = createShopStore({ services, preloadedState: { counter: { value: 7 }, gone: 1 } });
  const unchanged = { reducerPath: 'kept', reducer: (state = 'of another remote') => state };
  store.injectSlices([slice, { reducerPath: 'gone', reducer: (state = 0) => state }], 'mfe-a');
  store.injectSlices([unchanged], 'mfe-b');
  store.replaceSlices([{ reducerPath: 'counter', reducer: (state = 'the release before') => state }], 'mfe-a');
  expect(store.getState()).toMatchObject({ counter: 'the release before', kept: 'of another remote' });
  expect(store.getState()).not.toHaveProperty('gone');
  expect(() => store.replaceSlices([slice], 'mfe-b')).toThrow(SliceConflictError);
});

test('a listener that throws keeps a change neither from the others nor from its caller', () => {
  jest.useFakeTimers();
  const store = createShopStore({ services });
  const listener = jest.fn();
  store.subscribe(() => {
    throw new Error('broken listener');
  });
  store.subscribe(listener);
  store.injectSlices([slice], 'mfe-a');
  listener.mockClear();
  store.dispatch(counter.actions.counted());
  expect(listener).toHaveBeenCalledTimes(1);
  expect(readCounter(store.getState())).toEqual({ value: 1 });
  expect(() => jest.runAllTimers()).toThrow('broken listener'); // uncaught, so it is reported
  jest.useRealTimers();
});

test('no bundle can change the store for the others', () => {
  const store = createShopStore({ services });
  expect(() => {
    store.dispatch = () => undefined as never;
  }).toThrow(TypeError);
  expect(() => store.replaceReducer(() => store.getState())).toThrow('Use injectSlices');
});

test('rejects shared keys', () => {
  const store = createShopStore({ services });
  expect(() => store.injectSlices([{ reducerPath: 'cart', reducer: () => ({}) }], 'mfe-a')).toThrow(SliceConflictError);
});

describe("a remote's reducer that fails", () => {
  const failOn = (type: string, fail: () => unknown) => ({
    reducerPath: 'broken',
    reducer: (state: unknown = 'its state', action: { type: string }) => (action.type === type ? fail() : state),
  });
  const item = aNewCartItem();

  test.each([
    [
      'throws',
      () => {
        throw new TypeError('items is undefined');
      },
      'TypeError: items is undefined',
    ],
    ['returns undefined', () => undefined, 'TypeError: it returned undefined for cart/cartItemAdded'],
  ])('and %s keeps its state; the shared action is done, and its owner is named once', (_what, fail, reason) => {
    const onSliceError = jest.fn<void, [SliceError]>();
    const store = createShopStore({ services, onSliceError });
    store.injectSlices([failOn(cartItemAdded.type, fail), slice], 'mfe-a');
    store.dispatch(cartItemAdded(item));
    store.dispatch(cartItemAdded(item));
    store.dispatch(counter.actions.counted());
    expect(store.getState().cart.items).toEqual([expect.objectContaining({ quantity: 2 })]);
    expect(store.getState()).toMatchObject({ broken: 'its state', counter: { value: 1 } });
    expect(onSliceError).toHaveBeenCalledTimes(1);
    expect(onSliceError.mock.calls[0]?.[0]).toMatchObject({
      owner: 'mfe-a',
      message: `The slice "broken" failed: ${reason}`,
    });
  });

  test.each([
    ['in the browser', { onSliceError: jest.fn() }],
    ['on the server', {}],
  ])('without a first state is not injected, and affects neither the shop nor other remotes %s', (_where, options) => {
    const store = createShopStore({ services, ...options });
    const broken = {
      reducerPath: 'broken',
      reducer: () => {
        throw new Error('not even at first');
      },
    };
    expect(() => store.injectSlices([slice, broken], 'mfe-a')).toThrow('not even at first');
    expect(readCounter(store.getState())).toBeUndefined();
    store.dispatch(cartItemAdded(item));
    expect(store.getState().cart.items).toHaveLength(1);
    store.injectSlices([slice], 'mfe-b');
    expect(readCounter(store.getState())).toEqual({ value: 0 });
  });

  test('is an error of the dispatch where nobody listens', () => {
    const store = createShopStore({ services });
    const fail = () => {
      throw new Error('not today');
    };
    store.injectSlices([failOn(cartItemAdded.type, fail)], 'mfe-a');
    expect(() => store.dispatch(cartItemAdded(item))).toThrow('The slice "broken" failed: Error: not today');
  });
});
