import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createShopStore, RemoteWidgetsContext, selectNotices, type RemoteWidgets } from '@shop/shared/state';
import { createFakeServices } from '../testing';
import { Slot } from './Slot';

declare module '@shop/shared/remote' {
  interface WidgetProps {
    TestNote: { readonly productId: string };
  }
  interface SlotProps {
    'catalog.test': { readonly productId: string };
  }
}

const Note = ({ productId }: { readonly productId: string }) => <p>A note about {productId}</p>;
const Broken = (): never => {
  throw new Error('broken');
};

const open = async (fills: Readonly<Record<string, typeof Note | undefined>>) => {
  const store = createShopStore({ services: createFakeServices() });
  const reportFailure = jest.fn();
  const composition: RemoteWidgets['fills'] = {
    ...Object.fromEntries(Object.keys(fills).map((remote) => [remote, { fills: { 'catalog.test': 'TestNote' } }])),
    'mfe-home': {},
    'mfe-auth': { fills: { 'home.other': 'TestNote' } },
  };
  const widgets: RemoteWidgets = {
    fills: composition,
    loadWidget: (remote) =>
      fills[remote]
        ? Promise.resolve({ component: fills[remote] as never, version: '2' })
        : Promise.reject(new Error(`${remote} has no widget TestNote`)),
    loadStandIn: () => Promise.resolve(undefined),
    reportFailure,
  };
  await act(async () => {
    render(
      <Provider store={store}>
        <RemoteWidgetsContext value={widgets}>
          <Slot name="catalog.test" productId="ring" />
        </RemoteWidgetsContext>
      </Provider>,
    );
  });
  return { reportFailure, readNotices: () => selectNotices(store.getState()) };
};

test('a slot shows the widgets of all remotes that fill it, with what the page passes to them', async () => {
  const { reportFailure } = await open({ 'mfe-gifts': Note, 'mfe-fairs': Note });
  expect(screen.getAllByText('A note about ring')).toHaveLength(2);
  expect(reportFailure).not.toHaveBeenCalled();
});

test.each([
  ['crashes', Broken, 'broken'],
  ['does not load', undefined, 'mfe-gifts has no widget TestNote'],
])('a widget that %s is reported and leaves its place empty, without a notice', async (_what, broken, message) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined); // React logs caught errors
  const { reportFailure, readNotices } = await open({ 'mfe-gifts': broken, 'mfe-fairs': Note });
  expect(screen.getAllByText('A note about ring')).toHaveLength(1);
  expect(reportFailure).toHaveBeenCalledWith(expect.objectContaining({ message }));
  expect(readNotices()).toEqual([]);
});

test('without a host a slot is empty', () => {
  const { container } = render(
    <Provider store={createShopStore({ services: createFakeServices() })}>
      <Slot name="catalog.test" productId="ring" />
    </Provider>,
  );
  expect(container).toBeEmptyDOMElement();
});
