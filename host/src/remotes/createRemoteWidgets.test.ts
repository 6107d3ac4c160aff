import type { RemoteModule } from '@shop/shared/remote';
import { createRemoteWidgets } from './createRemoteWidgets';
import type { Remotes } from './Remotes';

const OldDrawer = () => null;
const NewDrawer = () => null;

/** The checkout's release 2, whose stand-in is release 1. */
const openRemotes = ({ hasStandIn }: { readonly hasStandIn: boolean }) => {
  const mounted = new Map([['mfe-cart-checkout', '2']]);
  const mountStandIn = jest.fn(async () => {
    if (hasStandIn) mounted.set('mfe-cart-checkout', '1');
    return hasStandIn;
  });
  const mount = async (): Promise<Pick<RemoteModule, 'widgets'>> => ({
    widgets: { CartDrawer: mounted.get('mfe-cart-checkout') === '2' ? NewDrawer : OldDrawer },
  });
  const remotes = { mounted, mount, mountStandIn } as unknown as Remotes; // what widgets need of it
  return { widgets: createRemoteWidgets(remotes), mounted, mountStandIn };
};

test('a widget is that of the mounted release', async () => {
  const { widgets } = openRemotes({ hasStandIn: true });
  expect(await widgets.loadWidget('mfe-cart-checkout', 'CartDrawer')).toEqual({ component: NewDrawer, version: '2' });
});

test('a widget that the remote does not have rejects with its name', async () => {
  const { widgets } = openRemotes({ hasStandIn: true });
  await expect(widgets.loadWidget('mfe-cart-checkout', 'QuickView')).rejects.toThrow(
    'mfe-cart-checkout has no widget QuickView',
  );
});

test('after a crash the widget of the stand-in is loaded, which is mounted once', async () => {
  const { widgets, mountStandIn } = openRemotes({ hasStandIn: true });
  for (let time = 0; time < 2; time += 1)
    expect(await widgets.loadStandIn('mfe-cart-checkout', 'CartDrawer', '2')).toEqual({
      component: OldDrawer,
      version: '1',
    });
  expect(mountStandIn).toHaveBeenCalledTimes(1);
});

test('without a stand-in there is no other widget', async () => {
  const { widgets } = openRemotes({ hasStandIn: false });
  expect(await widgets.loadStandIn('mfe-cart-checkout', 'CartDrawer', '2')).toBeUndefined();
});
