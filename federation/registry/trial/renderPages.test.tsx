import type { RemoteModule } from '@shop/shared/remote';
import { selectUser, useAppSelector } from '@shop/shared/state';
import { renderPages } from './renderPages';

const createRemote = (Component: () => React.ReactNode): RemoteModule => ({
  contract: 1,
  routes: [{ id: 'gifts.list', path: 'gifts', Component }],
  slices: [],
  widgets: {},
});

test('a page that remembers a visitor and shows him to the next one fails, with what to do', async () => {
  let last: string | undefined;
  const remote = createRemote(() => {
    const user = useAppSelector(selectUser);
    if (user) last = user.name;
    return <h1>Gifts for {last ?? 'everybody'}</h1>;
  });
  const { failed } = await renderPages(remote, () => undefined);
  expect(failed).toEqual([
    {
      route: '/gifts',
      visitor: { storefront: 'organic', signedIn: false },
      message: expect.stringMatching(/^it shows a guest the name or address of an earlier visitor: .*keep nothing/),
    },
  ]);
});

test('a page that shows visitors their own names does not fail', async () => {
  const remote = createRemote(() => <h1>Gifts for {useAppSelector(selectUser)?.name ?? 'everybody'}</h1>);
  expect(await renderPages(remote, () => undefined)).toEqual({ pages: 4, failed: [] });
});
