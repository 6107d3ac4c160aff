import type { RemoteId } from '@shop/federation/remotes';
import type { Widgets } from '@shop/shared/remote';
import { notify, useAppDispatch } from '@shop/shared/state';
import { use, useState } from 'react';
import { reportError } from '../rum/reportError';
import { RemotesContext } from './Remotes';

interface RemoteWidget<K extends keyof Widgets> {
  /** The component once its remote is there. */
  readonly Widget: Widgets[K] | undefined;
  /** Loads it where it is not there yet; answers whether it is there now. Says so to the shopper where it fails. */
  readonly load: () => Promise<boolean>;
  /** Loads it ahead of need; a failure is left for `load` to tell. */
  readonly prefetch: () => void;
  /** For the WidgetBoundary around it. */
  readonly boundary: { readonly key: number; readonly onCrash: () => void };
}

/**
 * A component of another bundle, loaded when it is first needed. One that breaks while it is shown is stood in for by
 * the release before; `onCrash` follows where there is none, or it breaks, too.
 */
export const useRemoteWidget = <K extends keyof Widgets>(
  remote: RemoteId,
  name: K,
  failureText: string,
  onCrash: () => void,
): RemoteWidget<K> => {
  const remotes = use(RemotesContext);
  const dispatch = useAppDispatch();
  const [widget, setWidget] = useState<{
    component: Widgets[K];
    /** Of the release that it is of. */ version: string | undefined;
  }>();
  const [crashes, setCrashes] = useState(0);

  const showWidget = async (): Promise<void> => {
    const component = (await remotes?.mount(remote))?.widgets[name];
    if (!component) throw new Error(`${remote} has no widget ${name}`);
    setWidget({ component, version: remotes?.mounted.get(remote) });
  };
  const mount = async (): Promise<void> => {
    if (!widget) await showWidget();
  };

  /** Answers whether another release's widget takes the place of the one that broke. */
  const showStandIn = async (): Promise<boolean> => {
    // Where another one is there already, a page of the remote broke before.
    const hasStandIn =
      remotes?.mounted.get(remote) !== widget?.version || (await remotes?.mountStandIn(remote)) === true;
    if (hasStandIn) await showWidget();
    return hasStandIn;
  };

  const load = async (): Promise<boolean> => {
    try {
      await mount();
      return true;
    } catch (error) {
      reportError(error);
      dispatch(notify(failureText, 'alert'));
      return false;
    }
  };

  return {
    Widget: widget?.component,
    load,
    prefetch: () => void mount().catch(() => undefined),
    boundary: {
      key: crashes,
      onCrash: () => {
        void showStandIn()
          .catch(() => false)
          .then((hasStandIn) => {
            if (!hasStandIn) {
              dispatch(notify(failureText, 'alert'));
              onCrash();
            }
            setCrashes((count) => count + 1);
          });
      },
    },
  };
};
