import { notify, RemoteWidgetsContext, useAppDispatch, type LoadedWidget } from '@shop/shared/state';
import { use, useState, type ComponentType } from 'react';
import type { WidgetProps } from './RemoteModule';

interface RemoteWidget<K extends keyof WidgetProps> {
  /** The component, once its remote is loaded. */
  readonly Widget: ComponentType<WidgetProps[K]> | undefined;
  /** Loads the widget. Returns false if that fails, and notifies the shopper if there is a text. */
  readonly load: () => Promise<boolean>;
  /** Loads the widget ahead of time; `load` reports failures. */
  readonly prefetch: () => void;
  /** Props for the WidgetBoundary around it. */
  readonly boundary: { readonly key: number; readonly onCrash: (error: unknown) => void };
}

/**
 * Loads a component of another bundle on first use. If it crashes, the previous release replaces it. If there is none,
 * or it crashes too, `onCrash` is called. Name remote and widget as literals: the build records what it shows.
 */
export const useRemoteWidget = <K extends keyof WidgetProps>(
  remote: `mfe-${string}`,
  name: K,
  failureText: string | undefined,
  onCrash: () => void,
): RemoteWidget<K> => {
  const widgets = use(RemoteWidgetsContext);
  const dispatch = useAppDispatch();
  const [widget, setWidget] = useState<LoadedWidget<K>>();
  const [crashes, setCrashes] = useState(0);

  const notifyFailure = (): void => {
    if (failureText !== undefined) dispatch(notify(failureText, 'alert'));
  };

  const mount = async (): Promise<void> => {
    if (widget) return;
    if (!widgets) throw new Error(`${remote} can be shown only in the shop`);
    setWidget(await widgets.loadWidget(remote, name));
  };

  /** Replaces the crashed widget by another release's, or removes it: it would crash again whenever it renders. */
  const replaceCrashed = async (): Promise<void> => {
    const standIn = await widgets?.loadStandIn(remote, name, widget?.version).catch(() => undefined);
    setWidget(standIn);
    if (!standIn) {
      notifyFailure();
      onCrash();
    }
    setCrashes((count) => count + 1);
  };

  const load = async (): Promise<boolean> => {
    try {
      await mount();
      return true;
    } catch (error) {
      widgets?.reportFailure(error);
      notifyFailure();
      return false;
    }
  };

  return {
    Widget: widget?.component,
    load,
    prefetch: () => void mount().catch(() => undefined),
    boundary: {
      key: crashes,
      onCrash: (error) => {
        widgets?.reportFailure(error);
        void replaceCrashed();
      },
    },
  };
};
