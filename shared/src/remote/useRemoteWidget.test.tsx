import { act, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createShopStore, RemoteWidgetsContext, selectNotices, type RemoteWidgets } from '@shop/shared/state';
import { createFakeServices } from '../testing';
import { useRemoteWidget } from './useRemoteWidget';
import { WidgetBoundary } from './WidgetBoundary';

declare module '@shop/shared/remote' {
  interface WidgetProps {
    TestTeaser: { readonly text: string };
  }
}

/** A component of another remote, which shows the teaser. */
function Showcase({ onCrash }: { readonly onCrash: () => void }) {
  const { Widget, load, boundary } = useRemoteWidget('mfe-gifts', 'TestTeaser', 'No gifts at the moment.', onCrash);
  return (
    <>
      <button onClick={() => void load()}>Gifts</button>
      {Widget && (
        <WidgetBoundary key={boundary.key} onCrash={boundary.onCrash}>
          <Widget text="for you" />
        </WidgetBoundary>
      )}
    </>
  );
}

const Teaser = ({ text }: { readonly text: string }) => <p>A gift {text}</p>;
const Broken = (): never => {
  throw new Error('broken');
};
/** Widgets by their version. */
const provide = (first: typeof Teaser, standIn?: typeof Teaser) => {
  const loadWidget = jest.fn().mockResolvedValue({ component: first, version: '2' });
  const loadStandIn = jest.fn().mockResolvedValue(standIn && { component: standIn, version: '1' });
  return { loadWidget, loadStandIn, reportFailure: jest.fn() };
};

const open = async (widgets: RemoteWidgets | null) => {
  const store = createShopStore({ services: createFakeServices() });
  const onCrash = jest.fn();
  render(
    <Provider store={store}>
      <RemoteWidgetsContext value={widgets}>
        <Showcase onCrash={onCrash} />
      </RemoteWidgetsContext>
    </Provider>,
  );
  const click = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Gifts' })));
  await click();
  return { click, onCrash, readNotices: () => selectNotices(store.getState()).map(({ text }) => text) };
};

beforeEach(() => jest.spyOn(console, 'error').mockImplementation(() => undefined)); // React logs caught errors

test("a remote shows another remote's widget, which is loaded once", async () => {
  const widgets = provide(Teaser);
  const { click, readNotices } = await open(widgets);
  expect(screen.getByText('A gift for you')).toBeInTheDocument();
  expect(widgets.loadWidget).toHaveBeenCalledWith('mfe-gifts', 'TestTeaser');
  await click();
  expect(widgets.loadWidget).toHaveBeenCalledTimes(1);
  expect(readNotices()).toEqual([]);
});

test('a widget that crashes is reported and replaced by that of another release', async () => {
  const widgets = provide(Broken, Teaser);
  const { onCrash, readNotices } = await open(widgets);
  expect(screen.getByText('A gift for you')).toBeInTheDocument();
  expect(widgets.loadStandIn).toHaveBeenCalledWith('mfe-gifts', 'TestTeaser', '2');
  expect(widgets.reportFailure).toHaveBeenCalledWith(expect.objectContaining({ message: 'broken' }));
  expect(onCrash).not.toHaveBeenCalled();
  expect(readNotices()).toEqual([]);
});

test('a widget that crashes without another release disappears with a notice, and can be loaded again', async () => {
  const widgets = provide(Broken);
  const { click, onCrash, readNotices } = await open(widgets);
  expect(onCrash).toHaveBeenCalledTimes(1);
  expect(readNotices()).toEqual(['No gifts at the moment.']);
  widgets.loadWidget.mockResolvedValue({ component: Teaser, version: '2' });
  await click();
  expect(screen.getByText('A gift for you')).toBeInTheDocument();
});

test('a widget that does not load is reported, with a notice', async () => {
  const failure = new Error('mfe-gifts has no widget TestTeaser');
  const widgets = { ...provide(Teaser), loadWidget: jest.fn().mockRejectedValue(failure) };
  const { readNotices } = await open(widgets);
  expect(widgets.reportFailure).toHaveBeenCalledWith(failure);
  expect(readNotices()).toEqual(['No gifts at the moment.']);
});

test('in a remote that runs alone there are no widgets of others', async () => {
  const { readNotices } = await open(null);
  expect(readNotices()).toEqual(['No gifts at the moment.']);
});
