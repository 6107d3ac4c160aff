import { createContext, type ComponentType } from 'react';
import type { SlotFills, WidgetProps } from '../remote/RemoteModule';

/** A widget of a remote, and the release that it is from. */
export interface LoadedWidget<K extends keyof WidgetProps> {
  readonly component: ComponentType<WidgetProps[K]>;
  /** Version of its release. */
  readonly version: string | undefined;
}

/** Gives every bundle the widgets of all remotes. */
export interface RemoteWidgets {
  /** Rejects if the remote does not load, or has no such widget. */
  readonly loadWidget: <K extends keyof WidgetProps>(remote: `mfe-${string}`, name: K) => Promise<LoadedWidget<K>>;
  /** Returns the widget of another release after that of `version` crashed; undefined if there is none. */
  readonly loadStandIn: <K extends keyof WidgetProps>(
    remote: `mfe-${string}`,
    name: K,
    version: string | undefined,
  ) => Promise<LoadedWidget<K> | undefined>;
  /** What each remote fills slots with; older hosts do not say. */
  readonly fills?: Readonly<Record<string, { readonly fills?: SlotFills }>>;
  readonly reportFailure: (error: unknown) => void;
}

/** Null where there is no host: on the server, and in a remote that runs alone. */
export const RemoteWidgetsContext = createContext<RemoteWidgets | null>(null);
