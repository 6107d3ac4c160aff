import { showServerErrors } from './showServerErrors';

const NAMES = ['name', 'email'] as const;

test('each message is at its field, and the first field of the form has the focus', () => {
  const setError = jest.fn();
  const fields = { email: 'Taken.', other: 'Unknown here.', name: 'Too long.' };
  expect(showServerErrors(setError, NAMES, { rejectedWithValue: true, fields })).toBe(true);
  expect(setError.mock.calls).toEqual([
    ['name', { type: 'server', message: 'Too long.' }, { shouldFocus: true }],
    ['email', { type: 'server', message: 'Taken.' }, { shouldFocus: false }],
  ]);
});

test("the API's names may have a prefix", () => {
  const setError = jest.fn();
  expect(showServerErrors(setError, NAMES, { fields: { 'billing.email': 'Taken.' } }, 'billing.')).toBe(true);
  expect(setError).toHaveBeenCalledWith('email', { type: 'server', message: 'Taken.' }, { shouldFocus: true });
});

test('without messages for these fields nothing is shown', () => {
  const setError = jest.fn();
  expect(showServerErrors(setError, NAMES, { fields: { other: 'Unknown here.' } })).toBe(false);
  expect(showServerErrors(setError, NAMES, { rejectedWithValue: false })).toBe(false);
  expect(setError).not.toHaveBeenCalled();
});
