import type { RouteObject } from 'react-router-dom';
import { DEFAULT_STOREFRONT, storefronts, type StorefrontId } from '@shop/contracts/storefronts';
import { createExampleParameter } from '@shop/contracts/answers/createExampleFetch';
import type { Audience } from '@shop/runtime/remotes';

/** The visitor a page is opened for. */
export interface Visitor {
  readonly audience: Audience;
  readonly storefront: StorefrontId;
  /** A customer, or an owner of the shop. */
  readonly signedIn: boolean;
}

/** A page of a remote, opened for one visitor. */
export interface TrialPage {
  /** Route pattern: "/orders/:number". */
  readonly route: string;
  /** Example path: "/orders/ORD-7K3F-9Q2M". */
  readonly at: string;
  readonly visitor: Visitor;
}

/** A page that failed, with its error. */
export interface FailedPage {
  readonly route: string;
  readonly visitor: Visitor;
  readonly message: string;
}

/** The back office is the same for all storefronts. */
const STOREFRONTS: Readonly<Record<Audience, readonly StorefrontId[]>> = {
  shoppers: Object.keys(storefronts) as StorefrontId[], // the keys match the type
  staff: [DEFAULT_STOREFRONT],
};

const listVisitors = (audience: Audience): Visitor[] =>
  STOREFRONTS[audience].flatMap((storefront) => [false, true].map((signedIn) => ({ audience, storefront, signedIn })));

/** Lists all routes that can be opened, with their full paths. */
const listPaths = (routes: readonly RouteObject[], above = ''): string[] =>
  routes.flatMap((route) => {
    const path = [above, route.path].filter(Boolean).join('/');
    const own = route.index === true || (route.path !== undefined && !route.children?.length) ? [`/${path}`] : [];
    return [...own, ...listPaths(route.children ?? [], path)];
  });

const buildExamplePath = (path: string): string =>
  path
    .replaceAll(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(createExampleParameter(name)))
    .replaceAll('*', 'example');

/** Lists all pages of a remote for every kind of visitor. */
export const findPages = (routes: readonly RouteObject[], audience: Audience): TrialPage[] =>
  [...new Set(listPaths(routes))].flatMap((route) =>
    listVisitors(audience).map((visitor) => ({ route, at: buildExamplePath(route), visitor })),
  );

/** Formats an error in one line. */
export const describeFailure = (error: unknown): string => {
  if (typeof error === 'object' && error !== null && 'message' in error)
    return `${'name' in error ? String(error.name) : 'Error'}: ${String(error.message)}`.slice(0, 300);
  return String(error).slice(0, 300);
};

/** Whether the error is an intended response such as 404, rather than a failure of the code. */
export const isExpectedResponse = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  typeof error.status === 'number' &&
  error.status < 500;
