import type { RouteObject } from 'react-router-dom';
import { storefronts, type StorefrontId } from '@shop/shared/storefronts';
import { createExampleParameter } from '@shop/shared/testing/createContractFetch';

/** Who looks at a page. */
export interface Visitor {
  readonly storefront: StorefrontId;
  readonly signedIn: boolean;
}

/** A page of a remote as one visitor sees it. */
export interface TriedPage {
  /** As the remote declares it: "/orders/:number". */
  readonly route: string;
  /** An address of it: "/orders/ORD-7K3F-9Q2M". */
  readonly at: string;
  readonly visitor: Visitor;
}

/** A page that failed, and how. */
export interface FailedPage {
  readonly route: string;
  readonly visitor: Visitor;
  readonly message: string;
}

// The keys of the list are its type's keys.
const VISITORS: readonly Visitor[] = (Object.keys(storefronts) as StorefrontId[]).flatMap((storefront) =>
  [false, true].map((signedIn) => ({ storefront, signedIn })),
);

/** Every route that can be opened, with its whole path. */
const pathsOf = (routes: readonly RouteObject[], above = ''): string[] =>
  routes.flatMap((route) => {
    const path = [above, route.path].filter(Boolean).join('/');
    const own = route.index === true || (route.path !== undefined && !route.children?.length) ? [`/${path}`] : [];
    return [...own, ...pathsOf(route.children ?? [], path)];
  });

const addressOf = (path: string): string =>
  path
    .replaceAll(/:(\w+)\??/g, (_, name: string) => encodeURIComponent(createExampleParameter(name)))
    .replaceAll('*', 'example');

/** Every page of a remote, for everybody who may look at it. */
export const findPages = (routes: readonly RouteObject[]): TriedPage[] =>
  [...new Set(pathsOf(routes))].flatMap((route) =>
    VISITORS.map((visitor) => ({ route, at: addressOf(route), visitor })),
  );

/** What a failure says of itself, in a line. */
export const describeFailure = (error: unknown): string => {
  if (typeof error === 'object' && error !== null && 'message' in error)
    return `${'name' in error ? String(error.name) : 'Error'}: ${String(error.message)}`.slice(0, 300);
  return String(error).slice(0, 300);
};

/** A page that is not there is an answer of the page, not a failure of its code. */
export const isAnswer = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  typeof error.status === 'number' &&
  error.status < 500;
