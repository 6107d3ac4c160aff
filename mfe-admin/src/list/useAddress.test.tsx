import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { useAddress } from './useAddress';

type Change = ReturnType<typeof useAddress>['change'];

const open = (at: string) => {
  let change: Change = () => undefined;
  function List() {
    const address = useAddress();
    ({ change } = address);
    return <p>{address.search}</p>;
  }
  const router = createMemoryRouter([{ path: '/', element: <List /> }], { initialEntries: [at] });
  render(<RouterProvider router={router} />);
  return { router, change: (...changes: Parameters<Change>) => change(...changes) };
};

test('two changes in the same moment are both in the address, also if the second takes one away', async () => {
  const { router, change } = open('/?view=late&cursor=7&store=organic-store');
  await act(async () => {
    change({ status: 'processing' });
    change({ payment: 'bank' });
    change({ store: '' });
  });
  expect(await screen.findByText('view=late&status=processing&payment=bank')).toBeVisible();
  await act(() => router.navigate('/?view=all'));
  await act(async () => change({ q: 'ada' }, { replace: true }));
  expect(await screen.findByText('view=all&q=ada')).toBeVisible();
});
