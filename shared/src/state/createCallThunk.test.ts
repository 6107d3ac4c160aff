import { createFailure } from '../api-client/result';
import { createFakeServices } from '../testing';
import { createCallThunk } from './createCallThunk';
import { createShopStore } from './createShopStore';
import { notify } from './noticesSlice';

const succeed = <T>(value: T) => ({ ok: true, value }) as const;
const openStore = () => createShopStore({ services: createFakeServices() });

test("a successful call returns the response as the thunk's payload", async () => {
  const thunk = createCallThunk('test/called', async (name: string) => succeed(`Hello ${name}`));
  const action = await openStore().dispatch(thunk('Ada'));
  expect(action).toMatchObject({ type: 'test/called/fulfilled', payload: 'Hello Ada', meta: { arg: 'Ada' } });
});

test('onSuccess may dispatch, and its result is the payload', async () => {
  const store = openStore();
  const thunk = createCallThunk('test/called', async (count: number) => succeed({ message: 'Saved', count }), {
    onSuccess({ message, count }, { dispatch }, arg) {
      dispatch(notify(message, 'status'));
      return count + arg;
    },
  });
  await expect(store.dispatch(thunk(2)).unwrap()).resolves.toBe(4);
  expect(store.getState().notices.items.map(({ text }) => text)).toEqual(['Saved']);
});

test('a failed call rejects with its message, has the details as meta, and skips onSuccess', async () => {
  const onSuccess = jest.fn((): void => undefined);
  const failure = createFailure('Taken', 'TAKEN', 409, undefined, { email: 'Already used' });
  const thunk = createCallThunk('test/called', async () => ({ ok: false, failure }), { onSuccess });
  const action = await openStore().dispatch(thunk());
  expect(action).toMatchObject({
    type: 'test/called/rejected',
    payload: 'Taken',
    meta: { rejectedWithValue: true, code: 'TAKEN', status: 409, fields: { email: 'Already used' } },
  });
  expect(onSuccess).not.toHaveBeenCalled();
});

test('a condition skips the call', async () => {
  const call = jest.fn(async (name: string) => succeed(name));
  const thunk = createCallThunk('test/called', call, { condition: (arg) => arg !== 'skipped' });
  const { dispatch } = openStore();
  await dispatch(thunk('skipped'));
  expect(call).not.toHaveBeenCalled();
  await dispatch(thunk('wanted'));
  expect(call).toHaveBeenCalledTimes(1);
});
