import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { storefronts } from '@shop/shared/storefronts';
import type { RenderResult } from '../../src/entry.server';

const OrNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const RenderedPage = Type.Object({
  kind: Type.Literal('page'),
  status: Type.Integer({ minimum: 200, maximum: 599 }),
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

/** Returns the path of a location on the site; undefined if it leads elsewhere. */
const findPath = (location: string): string | undefined => {
  if (!URL.canParse(location, SITE)) return undefined;
  const { origin, pathname, search, hash } = new URL(location, SITE);
  return origin === SITE ? pathname + search + hash : undefined;
};

/**
 * Returns what a renderer answered, which its release may have made up: only a whole page, or a redirect within the
 * site. Undefined for anything else.
 */
export const checkRenderResult = (result: unknown): RenderResult | undefined => {
  if (Check(Redirect, result)) {
    const location = findPath(result.location);
    return location === undefined ? undefined : { kind: 'redirect', location, status: result.status };
  }
  return isRenderedPage(result) ? result : undefined;
};
