import type { RemoteId } from '@shop/runtime/remotes';
import type { Widgets } from '@shop/shared/remote';
import { notify, useAppDispatch } from '@shop/shared/state';
import { use, useState } from 'react';
import { reportError } from '../rum/reportError';
import { RemotesContext } from './Remotes';

interface RemoteWidget<K extends keyof Widgets> {
  /** The component, once its remote is loaded. */
  readonly Widget: Widgets[K] | undefined;
  /** Loads the widget. Returns false and notifies the shopper if that fails. */
  readonly load: () => Promise<boolean>;
  /** Loads the widget ahead of time; `load` reports failures. */
  readonly prefetch: () => void;
  /** Props for the WidgetBoundary around it. */
  readonly boundary: { readonly key: number; readonly onCrash: () => void };
}

/**
 * Loads a component of another bundle on first use. If it crashes, the previous release replaces it. If there is none,
 * or it crashes too, `onCrash` is called.
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
    /** Version of its release. */ version: string | undefined;
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

  /** Replaces the crashed widget by another release's. Returns false if there is none. */
  const showStandIn = async (): Promise<boolean> => {
    // A page of the same remote may have mounted the stand-in already.
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
              setWidget(undefined); // one that crashes whenever it renders would do so forever
              dispatch(notify(failureText, 'alert'));
              onCrash();
            }
            setCrashes((count) => count + 1);
          });
      },
    },
  };
};
