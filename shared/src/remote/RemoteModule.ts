import type { Reducer } from 'redux';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import type { StorefrontId } from '@shop/contracts/storefronts';

/** Incremented on breaking changes. The host rejects remotes with another version. */
export const REMOTE_CONTRACT_VERSION = 1;

/** A slice of a remote, injected before the remote's routes are mounted. */
export interface RemoteSlice {
  readonly reducerPath: string;
  readonly reducer: Reducer;
}

/**
 * Props of widgets, which one bundle owns and others show. A remote adds its own by augmenting this interface in its
 * `contract.ts`. Consumers are compiled against the contracts of all remotes but import none of them.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- remotes augment it
export interface WidgetProps {}
export type Widgets = { readonly [K in keyof WidgetProps]?: ComponentType<WidgetProps[K]> };

/** `handle` of a route object: its requirements for the shop around it. */
export interface RouteHandle {
  /**
   * `customer` (default) has header and footer; `enclosed` is the same with only the logo and the cart in its header;
   * `plain` is centered without them; `none` (default in the back office) has nothing of the shop: the remote brings
   * its own frame, with notices and a `<main id="main" tabIndex={-1}>`, to which the skip link leads and the focus
   * moves. A host that does not know a layout shows `customer`.
   */
  readonly layout?: 'customer' | 'enclosed' | 'plain' | 'none';
  /** The placeholder of a page of its visitor's own data: a list, a form, or one box (default). */
  readonly skeleton?: 'rows' | 'form';
  /** `webpackChunkName` of the route's lazy chunk. Rendered pages reference its files, so they are styled at once. */
  readonly chunk?: string;
  /** Loads the chunk; the browser waits for it before hydrating a page of the route. */
  readonly preload?: () => Promise<void>;
}

/** A link of a remote in the header's menu, to one of its own routes. */
export interface MenuLink {
  /** One line, at most 16 characters. */
  readonly label: string;
  readonly href: string;
  /** Links with lower numbers come first; 0 by default. All follow the shop's own. */
  readonly order?: number;
  /** The storefront that shows it; by default all do. */
  readonly storefront?: string;
}

/**
 * Props of slots: places in a remote's pages that widgets of other remotes fill. The owner of a page declares its slots
 * by augmenting this interface in its `contract.ts`, such as `'catalog.product-end'`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- remotes augment it
export interface SlotProps {}

/** Names of a remote's widgets, by the slots that they fill. */
export type SlotFills = Readonly<Record<string, string>>;

/** Names of the widgets that can show what a slot passes to them. */
type FittingWidget<Props> = { [W in keyof WidgetProps]: Props extends WidgetProps[W] ? W : never }[keyof WidgetProps];

/** What a remote adds to places that other bundles own: links, and one of its widgets for each slot of a page. */
type RemoteSlots = {
  readonly 'header-menu'?: readonly (MenuLink & { readonly storefront?: StorefrontId })[];
} & { readonly [Name in keyof SlotProps]?: FittingWidget<SlotProps[Name]> };

/** What each remote exposes as `./remote`. It is data only, so loading it has no side effects. */
export interface RemoteModule {
  readonly contract: typeof REMOTE_CONTRACT_VERSION;
  /**
   * Routes relative to `/`, mounted inside the shop's layout. Ids must be unique and the same on server and browser.
   */
  readonly routes: RouteObject[];
  readonly slices: readonly RemoteSlice[];
  readonly widgets: Widgets;
  /** Recorded when a release is published: the host shows them without loading the remote. */
  readonly slots?: RemoteSlots;
}

/** Validates a loaded module, which is unknown until checked. */
export const isRemoteModule = (value: unknown): value is RemoteModule =>
  typeof value === 'object' &&
  value !== null &&
  'contract' in value &&
  value.contract === REMOTE_CONTRACT_VERSION &&
  'routes' in value &&
  Array.isArray(value.routes) &&
  'slices' in value &&
  Array.isArray(value.slices) &&
  'widgets' in value &&
  typeof value.widgets === 'object' &&
  value.widgets !== null;
