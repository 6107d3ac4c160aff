import type { Reducer } from '@reduxjs/toolkit';
import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';

/** Raised when host and remotes can no longer understand each other; the host refuses other numbers. */
export const REMOTE_CONTRACT_VERSION = 1;

/** A slice as a remote hands it over: the loader injects it before the remote's routes are mounted. */
export interface RemoteSlice {
  readonly reducerPath: string;
  readonly reducer: Reducer;
}

/**
 * Components that one bundle shows and another owns, with the props they agree on. A remote adds its own by augmenting
 * this, beside the component; whoever shows one is compiled with every remote's sources and imports none of them.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by the remotes
export interface WidgetProps {}
export type Widgets = { readonly [K in keyof WidgetProps]?: ComponentType<WidgetProps[K]> };

/** What a route may ask of the shop around it: `handle` of a route object. */
export interface RouteHandle {
  /** `customer` (default) has the header and the footer, `plain` is centred and has neither. */
  readonly layout?: 'customer' | 'plain';
  /**
   * The `webpackChunkName` of what the route loads lazily: a rendered page names its files, so that it is styled at
   * once.
   */
  readonly chunk?: string;
  /** Fetches it; the browser waits for this before it hydrates a page of the route. */
  readonly preload?: () => Promise<void>;
}

/** What every remote exposes as `./remote`: data only, so loading it has no side effect. */
export interface RemoteModule {
  readonly contract: typeof REMOTE_CONTRACT_VERSION;
  /** Routes relative to `/`, mounted inside the shop's layout. Ids must be unique and equal on server and browser. */
  readonly routes: RouteObject[];
  readonly slices: readonly RemoteSlice[];
  readonly widgets: Widgets;
}

/** Narrows what a bundle gave us: outside code is unknown until checked. */
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
