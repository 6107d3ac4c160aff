import { createSlice } from '@reduxjs/toolkit';
import { createShopStore, SliceConflictError } from './createShopStore';
import type { ShopServices } from './ShopServices';

const services = {} as ShopServices; // no thunk runs here

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

test('an injected slice is in the state at once', () => {
  const store = createShopStore({ services });
  store.injectSlices([slice], 'mfe-a');
  expect(readCounter(store.getState())).toEqual({ value: 0 });
});

test("a remote's rendered state waits for its slice", () => {
  const store = createShopStore({ services, preloadedState: { counter: { value: 7 } } });
  expect(readCounter(store.getState())).toBeUndefined();
  store.injectSlices([slice], 'mfe-a');
  expect(readCounter(store.getState())).toEqual({ value: 7 });
});

test('injecting the same reducer again keeps its state', () => {
  const store = createShopStore({ services });
  store.injectSlices([slice], 'mfe-a');
  store.dispatch(counter.actions.counted());
  store.injectSlices([slice], 'mfe-a');
  expect(readCounter(store.getState())).toEqual({ value: 1 });
});

test('another reducer for a taken key is an error that names both owners', () => {
  const store = createShopStore({ services });
  store.injectSlices([slice], 'mfe-a');
  const other = { reducerPath: 'counter', reducer: () => 0 };
  expect(() => store.injectSlices([other], 'mfe-b')).toThrow(SliceConflictError);
  expect(() => store.injectSlices([other], 'mfe-b')).toThrow('The slice "counter" of mfe-b is already held by mfe-a');
});

test('another release of a remote takes over its keys, and begins anew', () => {
  const store = createShopStore({ services, preloadedState: { counter: { value: 7 }, gone: 1 } });
  const unchanged = { reducerPath: 'kept', reducer: (state = 'of another remote') => state };
  store.injectSlices([slice, { reducerPath: 'gone', reducer: (state = 0) => state }], 'mfe-a');
  store.injectSlices([unchanged], 'mfe-b');
  store.replaceSlices([{ reducerPath: 'counter', reducer: (state = 'the release before') => state }], 'mfe-a');
  expect(store.getState()).toMatchObject({ counter: 'the release before', kept: 'of another remote' });
  expect(store.getState()).not.toHaveProperty('gone');
  expect(() => store.replaceSlices([slice], 'mfe-b')).toThrow(SliceConflictError);
});

test('a remote cannot take a shared key', () => {
  const store = createShopStore({ services });
  expect(() => store.injectSlices([{ reducerPath: 'cart', reducer: () => ({}) }], 'mfe-a')).toThrow(SliceConflictError);
});
