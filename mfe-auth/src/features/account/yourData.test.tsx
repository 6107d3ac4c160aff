import {
  exportMyData,
  getMe,
  getMyErasure,
  getSignInOptions,
  startMyErasure,
  stopMyErasure,
  type ErasureState,
} from '@shop/contracts';
import { loginUser } from '@shop/shared/state';
import {
  aUser,
  createContractServices,
  refuse,
  renderRemote,
  respondTo,
  type ContractAnswer,
} from '@shop/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';

const done = { status: true, message: '' } as const;
const KEPT: ErasureState = { due_at: null, obstacle: null };
const DUE: ErasureState = { due_at: '2026-11-28T12:00:00.000Z', obstacle: null };

const open = async (answers: readonly ContractAnswer[] = [], password = true) => {
  const services = createContractServices([
    ...answers,
    respondTo(getMe, () => ({ user: aUser(), token: 'token-1', ways: { password, google: true } })),
    respondTo(getSignInOptions, () => ({ google: true })),
    respondTo(getMyErasure, () => ({ data: KEPT })),
  ]);
  const rendered = renderRemote(remote, {
    at: '/account',
    services,
    given: (store) =>
      store.dispatch(
        loginUser.fulfilled({ ...done, token: 'token-1', user: aUser() }, 'earlier', {
          email: 'ada@example.com',
          password: 'correct horse',
        }),
      ),
  });
  const data = within(await screen.findByRole('region', { name: 'Your data' }));
  const password_ = () => data.getByLabelText(/^Current password/, { selector: 'input' });
  return { ...rendered, services, data, getPassword: password_ };
};

test('the data is downloaded with the password; a wrong one is said at its field, and nothing is saved (product 17.13)', async () => {
  const blobs: Blob[] = [];
  Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`, revokeObjectURL: () => undefined });
  const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  let isWrong = true;
  const { user, data, services, getPassword } = await open([
    respondTo(exportMyData, ({ body }) =>
      isWrong
        ? refuse('Please check the marked fields.', {
            status: 422,
            code: 'INVALID_FORM',
            fields: { current_password: 'This is not your current password.' },
          })
        : { name: `personal-data.${body.format}`, content: '{}' },
    ),
  ]);
  await user.click(await data.findByRole('button', { name: 'Download as JSON' }));
  await user.type(getPassword(), 'wrong password');
  await user.click(data.getByRole('button', { name: 'Download as JSON' }));
  expect(await data.findByText('This is not your current password.')).toBeVisible();
  expect(blobs).toEqual([]);
  isWrong = false;
  await user.click(data.getByRole('button', { name: 'Download as JSON' }));
  await waitFor(() => expect(blobs.map(({ type }) => type)).toEqual(['application/json']));
  expect(services.listCalls(exportMyData).at(-1)).toEqual({
    body: { format: 'json', current_password: 'wrong password' },
  });
  expect(await data.findByRole('button', { name: 'Download as a page' })).toBeVisible();
  click.mockRestore();
});

test('the account is deleted in a week with the password, and kept with one click (product 17.14)', async () => {
  const { user, data, services, getPassword } = await open([
    respondTo(startMyErasure, () => ({ data: DUE })),
    respondTo(stopMyErasure, () => ({ data: KEPT })),
  ]);
  await user.click(await data.findByRole('button', { name: 'Delete account' }));
  await user.click(data.getByRole('button', { name: 'Cancel' }));
  await user.click(data.getByRole('button', { name: 'Delete account' }));
  await user.type(getPassword(), 'correct horse');
  await user.click(data.getByRole('button', { name: 'Delete account in a week' }));
  expect(await data.findByText('Your account will be deleted on Nov 28, 2026.')).toBeVisible();
  expect(data.queryByRole('button', { name: 'Delete account' })).toBeNull();
  expect(services.listCalls(startMyErasure)).toEqual([{ body: { current_password: 'correct horse' } }]);
  await user.click(data.getByRole('button', { name: 'Keep my account' }));
  expect(await data.findByRole('button', { name: 'Delete account' })).toBeVisible();
});

test('if it cannot be read whether the account is kept, the page says so and Retry reads it (product 17.14)', async () => {
  let failed = false;
  const { user, data } = await open([
    respondTo(getMyErasure, () => {
      if (failed) return { data: DUE };
      failed = true;
      return refuse('Closed today');
    }),
  ]);
  const alert = await data.findByRole('alert');
  expect(alert).toHaveTextContent('Whether your account is kept cannot be shown right now: Closed today');
  expect(data.getByRole('button', { name: 'Download as JSON' })).toBeVisible();
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await data.findByRole('button', { name: 'Keep my account' })).toBeVisible();
  expect(data.queryByRole('alert')).toBeNull();
});

test('an order that is in the way is named, before and after the question (product 17.11)', async () => {
  const obstacle = 'Order ORD-7K3M-0001 is not paid yet.';
  const { data } = await open([respondTo(getMyErasure, () => ({ data: { due_at: null, obstacle } }))]);
  expect(await data.findByText(obstacle)).toBeVisible();
  expect(data.queryByRole('button', { name: 'Delete account' })).toBeNull();
});

test('an order that came in meanwhile is said where the password was typed (product 17.11)', async () => {
  const { user, data, getPassword } = await open([
    respondTo(startMyErasure, () => refuse('Order ORD-1 is on its way.', { status: 409, code: 'ERASURE_REFUSED' })),
  ]);
  await user.click(await data.findByRole('button', { name: 'Delete account' }));
  await user.type(getPassword(), 'correct horse');
  await user.click(data.getByRole('button', { name: 'Delete account in a week' }));
  expect(await data.findByRole('alert')).toHaveTextContent('Order ORD-1 is on its way.');
  expect(getPassword()).toHaveValue('correct horse');
});

test('who has no password sets one first (product 17.13)', async () => {
  const { data } = await open([], false);
  expect(await data.findByText(/set a password first/)).toBeVisible();
  expect(data.queryByRole('button')).toBeNull();
});
