import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { storefronts } from '@shop/contracts/storefronts';
import type { RenderResult } from '../../src/entry.server';

const OrNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const RenderedPage = Type.Object({
  kind: Type.Literal('page'),
  status: Type.Union([Type.Literal(200), Type.Integer({ minimum: 400, maximum: 599 })]),
  html: Type.String(),
  storefront: Type.Union(Object.keys(storefronts).map((id) => Type.Literal(id))),
  chunks: Type.Array(Type.String(), { maxItems: 50 }),
  state: OrNull(Type.Object({})),
  router: OrNull(Type.Object({ loaderData: Type.Object({}), errors: OrNull(Type.Object({})) })),
});
type RenderedPage = Extract<RenderResult, { readonly kind: 'page' }>;
const isRenderedPage = (result: unknown): result is RenderedPage => Check(RenderedPage, result);

const Redirect = Type.Object({
  kind: Type.Literal('redirect'),
  location: Type.String(),
  status: Type.Union([301, 302, 303, 307, 308].map((status) => Type.Literal(status))),
});

const SITE = 'http://shop.invalid';

/** Statuses that make a proxy repeat the request at another host, which would render the page there, too. */
const REPEATED_BY_PROXIES = new Set([502, 504]);
/** What the server itself answers: no page redirects there, and some of it acts for the visitor. */
const OF_THE_SERVER = /^\/(?:api|assets|federation|media|preview|remotes|rum)(?:\/|$)/;

/** Returns the path of a page's location on the site; undefined if it leads elsewhere. */
const findPath = (location: string): string | undefined => {
  if (!URL.canParse(location, SITE)) return undefined;
  const { origin, pathname, search, hash } = new URL(location, SITE);
  return origin === SITE && !OF_THE_SERVER.test(pathname) ? pathname + search + hash : undefined;
};

/**
 * Returns what a renderer answered, which its release may have made up: only a whole page, or a redirect to a page
 * of the site. Undefined for anything else.
 */
export const checkRenderResult = (result: unknown): RenderResult | undefined => {
  if (Check(Redirect, result)) {
    const location = findPath(result.location);
    return location === undefined ? undefined : { kind: 'redirect', location, status: result.status };
  }
  if (!isRenderedPage(result)) return undefined;
  return REPEATED_BY_PROXIES.has(result.status) ? { ...result, status: 503 } : result;
};
