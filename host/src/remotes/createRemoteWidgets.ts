import type { RemoteWidgets } from '@shop/shared/state';
import { reportError } from '../rum/reportError';
import type { Remotes } from './Remotes';

/** Gives all bundles the widgets of the remotes of this page. */
export const createRemoteWidgets = (remotes: Remotes): RemoteWidgets => {
  const loadWidget: RemoteWidgets['loadWidget'] = async (remote, name) => {
    const component = (await remotes.mount(remote)).widgets[name];
    if (!component) throw new Error(`${remote} has no widget ${name}`);
    return { component, version: remotes.mounted.get(remote) };
  };
  return {
    fills: remotes.composition,
    loadWidget,
    async loadStandIn(remote, name, version) {
      // A page of the same remote may have mounted the stand-in already.
      const hasStandIn = remotes.mounted.get(remote) !== version || (await remotes.mountStandIn(remote));
      return hasStandIn ? loadWidget(remote, name) : undefined;
    },
    reportFailure: (error) => reportError(error),
  };
};
