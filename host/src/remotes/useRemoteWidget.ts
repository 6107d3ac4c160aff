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

/** A component of another bundle, loaded when it is first needed. `onCrash` follows when it breaks while it is shown. */
export const useRemoteWidget = <K extends keyof Widgets>(remote: RemoteId, name: K, failureText: string, onCrash: () => void): RemoteWidget<K> => {
  const remotes = use(RemotesContext);
  const dispatch = useAppDispatch();
  const [widget, setWidget] = useState<{ component: Widgets[K] }>();
  const [crashes, setCrashes] = useState(0);

  const mount = async (): Promise<void> => {
    if (widget?.component) return;
    const component = (await remotes?.mount(remote))?.widgets[name];
    if (!component) throw new Error(`${remote} has no widget ${name}`);
    setWidget({ component });
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
        dispatch(notify(failureText, 'alert'));
        onCrash();
        setCrashes(crashes + 1);
      },
    },
  };
};
